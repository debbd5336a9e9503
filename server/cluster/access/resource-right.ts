import { isNamespaceKind } from '../kind.ts'
import type { AccessQuery } from './access-review-cache.ts'
import type { RbacSource } from './rbac-hints.ts'
import { namespacesByName, scopesOf } from './scopes.ts'

/** A right in a cluster, whatever the namespace: a verb on a kind or on one of its subresources. */
export type ResourceRight = Omit<AccessQuery, 'namespace' | 'name'>

/** Returns the access query of a right in one namespace, or in all of them. */
export function accessQueryOf(right: ResourceRight, namespace: string | undefined): AccessQuery {
  const { kind, verb } = right
  const isPerNamespace = kind.namespaced || (isNamespaceKind(kind) && verb === 'get')
  return { ...right, namespace: isPerNamespace ? namespace : undefined }
}

/** Returns the access queries of a right in one namespace, or in all granted ones. */
export function accessQueriesOf(
  right: ResourceRight,
  namespace: string | undefined,
  grants: RbacSource,
): readonly AccessQuery[] {
  const { kind, verb } = right
  const names = verb === 'get' || verb === 'list' ? namespacesByName(kind, grants) : undefined
  if (names === undefined)
    return scopesOf(kind, namespace, grants).map((scope) => accessQueryOf(right, scope))
  // A list of Namespaces is a `get` of each granted one.
  const wanted = namespace === undefined ? names : [namespace]
  return wanted.map((name) => ({ ...right, verb: 'get', namespace: name }))
}
