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
  /** Told when the cluster answered 401: what is held is stale. Answers whether it is worth trying again. */
  refused(): Promise<boolean>
}
