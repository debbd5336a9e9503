import type { BundledContext } from '../kube/bundled.ts'

/** What was declared is not taken; the message says why and what to do, and holds no value of it. */
export class Rejection extends Error {}

/** What an operator's values allow beside the safe. */
export interface Allowed {
  /** Clusters whose certificate is not looked at. */
  insecureTls: boolean
  /** Hosts that may be led to, as names or `*.domain`; none: any that is not refused. */
  servers: readonly string[]
}

/** Connection material that was checked. */
export type Material = Omit<BundledContext, 'name' | 'declared'>
