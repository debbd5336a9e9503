import type { ManagedContext } from '../cluster/contexts/managed-context.ts'

/** A declaration is rejected; the message has the reason and the remedy, and none of its values. */
export class Rejection extends Error {}

/** Exceptions that the operator's settings allow. */
export interface Allowed {
  /** Clusters whose certificate is not verified. */
  insecureTls: boolean
  /** Allowed hosts, as names or `*.domain`; empty: every host that the SSRF guard does not block. */
  servers: readonly string[]
}

/** Validated connection material. */
export type Material = Omit<ManagedContext, 'name' | 'declared'>
