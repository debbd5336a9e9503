import type { MissingRight } from '../errors.ts'
import type { Right } from './access.ts'
import { askedFor } from './connection.ts'
import type { Asked } from './gate.ts'
import { missingRight, type Grants } from './grants.ts'
import { scopesOf } from './scopes.ts'

/**
 * The rights of these that are not granted, in a namespace or in all the grants span; `allowed` asks the cluster. Rejects where
 * it cannot say.
 */
export async function missingRights(
  rights: readonly Right[],
  namespace: string | undefined,
  grants: Grants,
  allowed: (asked: Asked) => Promise<boolean>,
): Promise<MissingRight[]> {
  const checked = rights.flatMap((right) => {
    const { kind } = askedFor(right, namespace)
    return scopesOf(kind, namespace, grants).map(async (scope) => {
      const { namespace: where, ...call } = askedFor(right, scope)
      if (await allowed({ ...call, namespace: where })) return []
      return [missingRight({ ...call, ...(where === undefined ? {} : { namespace: where }) }, grants)]
    })
  })
  return (await Promise.all(checked)).flat()
}
