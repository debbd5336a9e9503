/** TLS settings of a context, as PEM text; an absent field means the platform's default. */
export interface TlsMaterial {
  ca?: string
  cert?: string
  key?: string
  servername?: string
  rejectUnauthorized?: boolean
}

/**
 * Returns the options of a TLS connection. Every certificate of the CA file is a trust anchor, also an intermediate one, as
 * in Go.
 */
export function tlsOptions(tls: TlsMaterial): TlsMaterial & { allowPartialTrustChain?: true } {
  return tls.ca === undefined ? tls : { ...tls, allowPartialTrustChain: true }
}

/** Request headers and TLS material that authenticate the service to a cluster. */
export interface Identity {
  /** Headers by lower-case name; a list is sent as one header for each value. */
  headers: Readonly<Record<string, string | readonly string[]>>
  tls: TlsMaterial
}

/** Source of a context's identity. */
export interface Credentials {
  /** Returns the current identity; without one, throws a plain Error with a message for an operator. */
  current(): Promise<Identity>
  /**
   * Handles an identity that the cluster rejected with 401, or whose CA does not verify the cluster. Returns
   * whether a retry is worthwhile, i.e. whether another identity is available by now; a concurrent call may
   * have loaded it already.
   */
  onUnauthorized(rejected: Identity): Promise<boolean>
}

/** Whether two identities send the same headers and use the same TLS material. */
export function sameIdentity(one: Identity, other: Identity): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
