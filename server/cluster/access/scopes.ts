import type { RbacSource } from './rbac-hints.ts'
import type { Kind } from '../kind.ts'

/**
 * Returns the scopes a list spans: one namespace, the whole cluster (undefined), or each granted namespace in
 * the API server's order of `namespace/name`.
 */
export function scopesOf(
  kind: Kind<unknown>,
  namespace: string | undefined,
  { namespaces }: RbacSource,
): readonly (string | undefined)[] {
  if (!kind.namespaced || namespace !== undefined) return [namespace]
  return namespaces.length === 0 ? [undefined] : namespaces.toSorted((a, b) => (`${a}/` < `${b}/` ? -1 : 1))
}
