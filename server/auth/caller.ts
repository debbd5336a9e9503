/** Who sent a request, and how that is known. */
export interface Caller {
  /** As the cluster names it, or `cluster-inspector:port-forward` and `cluster-inspector:local`, which it cannot. */
  name: string
  uid: string | undefined
  groups: readonly string[]
  /** What else a TokenReview said of it. */
  extra: Readonly<Record<string, readonly string[]>>
  via: Via
}

/**
 * `port-forward`: through `kubectl port-forward`, which the cluster has authorised already. `local`: from the machine it runs
 * on, outside of a cluster. `token`: a bearer token the cluster knows.
 */
export type Via = 'port-forward' | 'local' | 'token'

/** A caller of this machine or Pod: all that is known of it is how it came. */
export function nearby(via: 'port-forward' | 'local'): Caller {
  const name = `cluster-inspector:${via}`
  return { name, uid: undefined, groups: [name], extra: {}, via }
}
