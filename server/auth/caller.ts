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
  /**
   * Issuer of the account and its subject there, which stay the same while names are used again; absent if the method knows
   * none.
   */
  account?: string
  groups: readonly string[]
  /** Extra fields of the TokenReview. */
  extra: Readonly<Record<string, readonly string[]>>
  via: AuthMethod
}

/** Matches control, format and separator characters, except U+0020 inside a text. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $/u

/**
 * Throws UnauthenticatedError for the name of a user or group that could be mistaken for another when displayed: in the audit log, in
 * Events, and to the person who grants rights to it.
 */
export function requireReadable(name: string): void {
  if (!name.isWellFormed() || UNREADABLE.test(name))
    throw new UnauthenticatedError(
      `${quote(name.toWellFormed())} has control characters, format or separator characters, blanks around it, or ill-formed text`,
    )
}

/** Texts that stand before the names and groups of one authentication method. */
export interface IdentityPrefixes {
  readonly name: string
  readonly groups: string
}

/** Beginnings of the names of Kubernetes, of this service and of other authentication methods. */
const RESERVED = ['system:', 'cluster-inspector:', 'proxy:', 'oidc:', 'github:']

/**
 * Returns the caller for a name from an issuer or a proxy. The name is prefixed, by default with the method. A name of
 * Kubernetes itself (`system:`), such as that of a ServiceAccount, is rejected with every prefix, and so is one that an
 * empty prefix would make that of another method.
 */
export function externalCaller(
  via: SignedInBy | 'proxy',
  name: string,
  groups: readonly string[],
  prefixes: IdentityPrefixes = { name: `${via}:`, groups: `${via}:` },
): Caller {
  return {
    name: prefixed(prefixes.name, name),
    uid: undefined,
    groups: groups.map((group) => prefixed(prefixes.groups, group)),
    extra: {},
    via,
  }
}

function prefixed(prefix: string, claimed: string): string {
  requireReadable(claimed)
  if (claimed === '' || claimed.startsWith('system:'))
    throw new UnauthenticatedError(
      `${quote(claimed)} is empty or begins with system:, which is reserved for the cluster`,
    )
  const name = prefix + claimed
  const reserved = RESERVED.find((one) => name.startsWith(one) && !prefix.startsWith(one))
  if (reserved !== undefined)
    throw new UnauthenticatedError(`${quote(name)} begins with ${reserved}, which is reserved`)
  return name
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

/** Returns the approximate memory of a caller, in bytes: some have hundreds of groups. */
export function weightOf({ name, account = '', groups, extra }: Caller): number {
  const characters = name.length + account.length + groups.join().length + JSON.stringify(extra).length
  return 2 * characters + 64 * groups.length
}

/** Returns the caller for a loopback connection, of which only the method is known. */
export function loopbackCaller(via: 'port-forward' | 'local'): Caller {
  const name = `cluster-inspector:${via}`
  return { name, uid: undefined, groups: [name], extra: {}, via }
}
