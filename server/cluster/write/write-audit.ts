/** Verb of an audit record: that of the API call, or a more specific one of an action. */
export type AuditVerb = 'patch' | 'delete' | 'create' | 'merge'

/** A write that is about to be sent to a cluster, or to the repository host, which is in no context. */
export interface WriteAttempt {
  context?: string
  verb: AuditVerb
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

/** Runs a write with audit records before and after it. `versionOf`: returns the new resourceVersion, if there is one. */
export async function audited<T>(
  audit: WriteAuditHook,
  attempt: WriteAttempt,
  work: () => Promise<T>,
  versionOf: (result: T) => string | undefined = () => undefined,
): Promise<T> {
  const finish = await audit(attempt)
  try {
    const result = await work()
    await finish({ after: versionOf(result) })
    return result
  } catch (failure) {
    await finish({ failure })
    throw failure
  }
}

/** An Event that tells of a write: its reason, and the words before "by <caller>" in its message. */
export interface WriteEvent {
  readonly reason: string
  readonly text: string
}

/** Record of a write: in the audit log, and as an Event of the object. */
export interface WriteRecording {
  /** Verb of the audit record. Default: that of the API call. */
  readonly auditVerb?: AuditVerb
  /** null: no Event. */
  readonly event: WriteEvent | null
}

/** The user on whose behalf a request writes, and the audit hook of the request. */
export interface WriteAuthor {
  audit: WriteAuditHook
  /** Undefined if the user is unknown. */
  caller: { name: string; via: string; requestId: string } | undefined
}
