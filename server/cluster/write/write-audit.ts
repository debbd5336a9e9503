/** A write that is about to be sent to a cluster. */
export interface WriteAttempt {
  context: string
  verb: 'patch' | 'delete'
  /** Includes the API group, as RBAC writes it: `deployments.apps`. */
  resource: string
  namespace?: string
  name: string
  /** The resourceVersion the write was decided on, if it names one. */
  before: string | undefined
}

/** Outcome of a write: the new resourceVersion, if the cluster returned one, or the error. */
export type WriteOutcome = { after: string | undefined } | { failure: unknown }

/**
 * Audit hook, called before every write. Throws if the record is required and cannot be stored, and the write
 * is then not sent. Returns a function to call with the outcome.
 */
export type WriteAuditHook = (write: WriteAttempt) => Promise<(outcome: WriteOutcome) => Promise<void>>

/** The user on whose behalf a request writes, and the audit hook of the request. */
export interface WriteAuthor {
  audit: WriteAuditHook
  /** Undefined if the user is unknown. */
  caller: { name: string; via: string; requestId: string } | undefined
}
