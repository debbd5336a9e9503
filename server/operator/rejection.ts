/** What was declared is not taken; the message says why and what to do, and holds no value of it. */
export class Rejection extends Error {}

/** What an operator's values allow beside the safe. */
export interface Allowed {
  /** Clusters whose certificate is not looked at. */
  insecureTls: boolean
  /** Hosts that may be led to, as names or `*.domain`; none: any that is not refused. */
  servers: readonly string[]
}

/** Connection material that was checked: what a bundled context is made of. */
export interface Material {
  server: string
  ca?: string
  servername?: string
  insecure?: true
  token?: string
  cert?: string
  key?: string
}
