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
  /** Values in Node's form: each character is one byte. A list is sent as one header line per value. */
  headers: Readonly<Record<string, string | string[]>>
  tls: TlsMaterial
}

/** Reason of a rejection: the cluster answered 401, or the context's CA does not verify the cluster's certificate. */
export type RejectionReason = 'unauthorized' | 'untrusted'

/** Source of a context's identity. */
export interface Credentials {
  /** Returns the current identity; without one, throws a plain Error with a message for an operator. */
  current(): Promise<Identity>
  /**
   * Handles a rejected identity. Returns whether a retry is worthwhile, i.e. whether another identity is available by now; a
   * concurrent call may have loaded it already. Rejects as `current` does.
   */
  rejected(identity: Identity, reason: RejectionReason): Promise<boolean>
}

/** No identity is available. The message is safe for callers: it names the user and the fault, never a credential. */
export class CredentialsError extends Error {}

/** Whether two identities send the same headers and use the same TLS material. */
export function sameIdentity(one: Identity, other: Identity): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
