import type { MissingRight } from '../../core/errors.ts'
import type { AccessQuery } from './access-review-cache.ts'
import { missingRight, type RbacSource } from './rbac-hints.ts'
import { accessQueryOf, type ResourceRight } from './resource-right.ts'
import { scopesOf } from './scopes.ts'

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
    scopesOf(right.kind, namespace, grants).map(async (scope) => {
      const { namespace: where, ...call } = accessQueryOf(right, scope)
      if (await allowed({ ...call, namespace: where })) return []
      return [missingRight({ ...call, ...(where === undefined ? {} : { namespace: where }) }, grants)]
    }),
  )
  return (await Promise.all(checked)).flat()
}
