import { NotAdmitted } from '../errors.ts'
import { printable } from '../grammar/printable.ts'

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

/** A name as an issuer or a proxy says it: who may use it is not the cluster's to say, so it never reads like one of its own. */
export function claimed(via: SignedInBy | 'proxy', name: string, groups: readonly string[]): Caller {
  for (const one of [name, ...groups])
    if (one === '' || one.startsWith('system:'))
      throw new NotAdmitted(`"${printable(one, 256)}" is a name only the cluster itself may give`)
  return {
    name: `${via}:${name}`,
    uid: undefined,
    groups: groups.map((one) => `${via}:${one}`),
    extra: {},
    via,
  }
}

/**
 * `port-forward`: through `kubectl port-forward`, which the cluster has authorised already. `local`: from the machine it runs
 * on, outside of a cluster. `token`: a bearer token the cluster knows. `oidc`, `github`: signed in, as an issuer or GitHub says.
 * `proxy`: as a proxy with a certificate we trust says.
 */
export type Via = 'port-forward' | 'local' | 'token' | SignedInBy | 'proxy'

/** Who says who somebody is that signed in. Names of one are not those of the other, so each has a prefix of its own. */
export type SignedInBy = 'oidc' | 'github'

/** A caller of this machine or Pod: all that is known of it is how it came. */
export function nearby(via: 'port-forward' | 'local'): Caller {
  const name = `cluster-inspector:${via}`
  return { name, uid: undefined, groups: [name], extra: {}, via }
}
