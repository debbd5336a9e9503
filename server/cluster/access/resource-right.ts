import type { AccessQuery } from './access-review-cache.ts'

/** A right in a cluster, whatever the namespace: a verb on a kind or on one of its subresources. */
export type ResourceRight = Omit<AccessQuery, 'namespace' | 'name'>

/** Returns the access query of a right in one namespace, or in all of them. */
export function accessQueryOf(right: ResourceRight, namespace: string | undefined): AccessQuery {
  return { ...right, namespace: right.kind.namespaced ? namespace : undefined }
}
