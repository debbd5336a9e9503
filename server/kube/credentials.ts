/** TLS material of a context, as PEM text; what is absent is the platform's default. */
export interface TlsMaterial {
  ca?: string
  cert?: string
  key?: string
  servername?: string
  rejectUnauthorized?: boolean
}

/** What a call carries to show who it comes from. */
export interface Identity {
  headers: Readonly<Record<string, string>>
  tls: TlsMaterial
}

/** Where a context's identity comes from. */
export interface Credentials {
  /** The identity to use now; throws a plain Error with a sentence fit for an operator when there is none. */
  current(): Promise<Identity>
  /**
   * Told when the cluster answered 401 to this identity, or is not trusted by it. Answers whether it is worth trying again: whether there is another
   * one by now, which a call beside this one may have found already.
   */
  refused(shown: Identity): Promise<boolean>
}

/** Whether two identities are shown to a cluster in the same way. */
export function sameIdentity(one: Identity, other: Identity): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
