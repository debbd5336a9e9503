import type { AuditEntry } from '../api/schemas/audit.ts'
import type { Caller } from '../auth/caller.ts'
import type { WriteOutcome } from '../cluster/write/write-audit.ts'
import { ForbiddenByClusterError, errorMessage } from '../core/errors.ts'

/** Request id, caller and address, as recorded in the audit log. */
export interface RequestActor {
  requestId: string
  caller: Caller | undefined
  address: string
}

/** An audit record. Contains no bodies, values or tokens. */
export type Entry = Omit<AuditEntry, 'timestamp' | 'id'>

/** The fields of an entry that is not about one request. */
export const NO_REQUEST = { requestId: null, caller: null, address: null }

/** Returns the fields of an entry that describe the request and its caller. */
export function actorFields({
  requestId,
  caller,
  address,
}: RequestActor): Pick<Entry, 'requestId' | 'caller' | 'address'> {
  return {
    requestId,
    caller: caller === undefined ? null : { name: caller.name, via: caller.via },
    address,
  }
}

/** Returns the field with the versions of the object before and after a write. */
export function versions(
  before: string | undefined,
  after: string | undefined,
): Pick<Entry, 'resourceVersion'> {
  if (before === undefined && after === undefined) return {}
  return {
    resourceVersion: {
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  }
}

/** Returns the result of a write, and the resulting resourceVersion. */
export function outcomeFields(outcome: WriteOutcome): { result: string; after: string | undefined } {
  if (!('failure' in outcome)) return { result: 'succeeded', after: outcome.after }
  const { failure } = outcome
  if (failure instanceof ForbiddenByClusterError) return { result: 'denied by the cluster', after: undefined }
  return { result: `failed: ${errorMessage(failure)}`, after: undefined }
}
