import type { MissingRight } from '../../core/errors.ts'
import type { AccessQuery } from './access-review-cache.ts'
import { missingRight, type RbacSource } from './rbac-hints.ts'
import { accessQueriesOf, type ResourceRight } from './resource-right.ts'

/**
 * Returns the rights that are not granted, in one namespace or in all granted ones; `allowed` runs an access
 * review. Rejects if the cluster cannot decide.
 */
export async function missingRights(
  rights: readonly ResourceRight[],
  namespace: string | undefined,
  grants: RbacSource,
  allowed: (query: AccessQuery) => Promise<boolean>,
): Promise<MissingRight[]> {
  const checked = rights.flatMap((right) =>
    accessQueriesOf(right, namespace, grants).map(async (query) =>
      (await allowed(query)) ? [] : [missingRight(query, grants)],
    ),
  )
  return (await Promise.all(checked)).flat()
}
