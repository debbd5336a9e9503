import { UnauthenticatedError } from '../core/errors.ts'
import { quote } from '../core/formats/sanitize.ts'

/** The identity of a caller and its authentication method. */
export interface Caller {
  /**
   * User name from the cluster, or `cluster-inspector:port-forward` and `cluster-inspector:local`, which no
   * cluster assigns.
   */
  name: string
  uid: string | undefined
  groups: readonly string[]
  /** Extra fields of the TokenReview. */
  extra: Readonly<Record<string, readonly string[]>>
  via: AuthMethod
}

/** Matches control, format and separator characters, except for a single kind of blank within a text. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $/u

/**
 * Throws UnauthenticatedError for the name of a user or group that could be shown as another one: in the audit log, in
 * Events, and to the person who grants rights to it.
 */
export function requireReadable(name: string): void {
  if (!name.isWellFormed() || UNREADABLE.test(name))
    throw new UnauthenticatedError(
      `${quote(name.toWellFormed())} has control characters, format or separator characters, blanks around it, or ill-formed text`,
    )
}

/**
 * Returns the caller for a name from an issuer or a proxy. The name is prefixed, and names of Kubernetes
 * itself (`system:`) are rejected, so that it never equals a user or group the cluster knows.
 */
export function externalCaller(via: SignedInBy | 'proxy', name: string, groups: readonly string[]): Caller {
  for (const claimed of [name, ...groups]) {
    requireReadable(claimed)
    if (claimed === '' || claimed.startsWith('system:'))
      throw new UnauthenticatedError(
        `${quote(claimed)} is empty or begins with system:, which is reserved for the cluster`,
      )
  }
  return {
    name: `${via}:${name}`,
    uid: undefined,
    groups: groups.map((group) => `${via}:${group}`),
    extra: {},
    via,
  }
}

/**
 * Authentication method.
 * - `port-forward`: through `kubectl port-forward`, which the cluster has already authorized.
 * - `local`: from the same machine, outside of a cluster.
 * - `token`: a bearer token the cluster verified.
 * - `oidc`, `github`: signed in at an issuer or GitHub.
 * - `proxy`: asserted by a proxy with a trusted certificate.
 */
export type AuthMethod = 'port-forward' | 'local' | 'token' | SignedInBy | 'proxy'

/** Sign-in provider; each prefixes its names, which may belong to different people elsewhere. */
export type SignedInBy = 'oidc' | 'github'

/** Returns the caller for a loopback connection, of which only the method is known. */
export function loopbackCaller(via: 'port-forward' | 'local'): Caller {
  const name = `cluster-inspector:${via}`
  return { name, uid: undefined, groups: [name], extra: {}, via }
}
