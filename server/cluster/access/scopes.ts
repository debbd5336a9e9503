import type { RbacSource } from './rbac-hints.ts'
import { isNamespaceKind, type Kind } from '../kind.ts'

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

/**
 * Returns the names of the Namespaces that a list of Namespaces consists of, in order; undefined for other kinds, and
 * where Namespaces can be listed. A Role allows to get its own Namespace, but no Role allows to list or watch them.
 */
export function namespacesByName(
  kind: Kind<unknown>,
  { namespaces }: RbacSource,
): readonly string[] | undefined {
  return isNamespaceKind(kind) && namespaces.length > 0 ? namespaces.toSorted() : undefined
}
