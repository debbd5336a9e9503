import type { Grants } from './grants.ts'
import type { Kind } from './kinds.ts'

/**
 * The scopes a list spans: one namespace, all at once (undefined), or each of those granted, in the API server's order of
 * `namespace/name`.
 */
export function scopesOf(
  kind: Kind<unknown>,
  namespace: string | undefined,
  { namespaces }: Grants,
): readonly (string | undefined)[] {
  if (!kind.namespaced || namespace !== undefined) return [namespace]
  return namespaces.length === 0 ? [undefined] : namespaces.toSorted((a, b) => (`${a}/` < `${b}/` ? -1 : 1))
}
