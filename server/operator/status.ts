import { isDeepStrictEqual } from 'node:util'
import { sanitize } from '../core/formats/sanitize.ts'
import { toIsoSeconds } from '../core/formats/timestamp.ts'
import type { ClusterHealth } from '../cluster/contexts/health-check.ts'
import type { ProbeResult, Outcome } from './probe-context.ts'
import type { ClusterContext, Condition, ContextStatus } from './resources.ts'
import type { DeclarationResult } from './declaration-result.ts'

/** Interval at which an unchanged status is written again, to show that it is maintained. */
const AT_LEAST_EVERY_MS = 10 * 60_000
/** metav1.Condition allows 32,768 characters; a table column needs a sentence. */
const MAX_MESSAGE = 1024

/** Inputs of a status. */
export interface Observed {
  verdict: DeclarationResult
  /** Undefined if this replica has not probed it since it became the leader. */
  found: ProbeResult | undefined
  /** The Pod that writes the status. */
  by: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Returns the new status of a ClusterContext; undefined if it stays the same, or is not known yet. Conditions
 * follow kstatus: Reconciling and Stalled are present only while they are true.
 */
export function statusFor(
  { metadata, spec, status }: ClusterContext,
  observed: Observed,
): ContextStatus | undefined {
  const { verdict, found, by, now } = observed
  const generation = metadata.generation ?? 0
  const before = status?.conditions ?? []
  const condition = (type: string, { status: value, reason, message }: Outcome): Condition => {
    const previous = before.find((entry) => entry.type === type)
    const since = previous?.status === value ? previous.lastTransitionTime : toIsoSeconds(now)
    const words = sanitize(message, MAX_MESSAGE)
    return {
      type,
      status: value,
      reason,
      message: words,
      lastTransitionTime: since,
      observedGeneration: generation,
    }
  }
  const of = (conditions: Condition[], rest: Partial<ContextStatus> = {}): ContextStatus | undefined => {
    const next = { observedGeneration: generation, observedBy: by, conditions, ...rest }
    return isSame(status, next, now) ? undefined : next
  }
  if (verdict.state === 'rejected') {
    const { reason, message } = verdict
    return of([
      condition('Ready', { status: 'False', reason, message }),
      condition('Stalled', { status: 'True', reason, message }),
    ])
  }
  if (verdict.state === 'suspended')
    return of([condition('Ready', { status: 'False', reason: 'Suspended', message: 'spec.suspend is true' })])
  if (found === undefined) {
    // The result of an earlier probe stays until the next one.
    if (before.some(({ type }) => type === 'Reachable')) return undefined
    const message = `the cluster of context "${spec.contextName}" has not been probed yet`
    return of([
      condition('Ready', { status: 'Unknown', reason: 'Probing', message }),
      condition('Reconciling', { status: 'True', reason: 'Probing', message }),
    ])
  }
  const { reachable, credentials, authorized, permissions, identity, serverVersion, probedAt: at } = found
  const conditions = [
    condition('Ready', readiness(found)),
    condition('CredentialsValid', credentials),
    condition('Reachable', reachable),
    condition('Authorized', authorized),
  ]
  return of(conditions, {
    ...(serverVersion === undefined ? {} : { serverVersion }),
    ...(identity === undefined ? {} : { identity: sanitize(identity, MAX_MESSAGE) }),
    lastProbeTime: toIsoSeconds(at),
    permissions,
  })
}

/** A context is ready if its cluster accepts the credentials, whatever rights they have. */
function readiness({ reachable, credentials, serverVersion }: ProbeResult): Outcome {
  const wrong = [reachable, credentials].find(({ status }) => status !== 'True')
  if (wrong !== undefined) return { ...wrong, status: 'False' }
  const version = serverVersion === undefined ? '' : ` ${serverVersion}`
  return { status: 'True', reason: 'Ready', message: `the cluster responds${version}` }
}

/** Whether two statuses are equal, ignoring the time of the last probe while that is recent. */
function isSame(status: ContextStatus | null | undefined, next: ContextStatus, now: number): boolean {
  const { lastProbeTime: before, ...current } = status ?? {}
  const { lastProbeTime: after, ...rest } = next
  if (!isDeepStrictEqual(plain(current), plain(rest))) return false
  if (after === undefined) return before === undefined
  return before !== undefined && now - Date.parse(before) < AT_LEAST_EVERY_MS
}

/** Returns a value after a JSON round trip, which makes absent and undefined fields equal. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}

/** Returns the health that a status reports; undefined if it reports none. */
export function reportedHealth(status: ContextStatus | null | undefined): ClusterHealth | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  const at = Date.parse(status?.lastProbeTime ?? '')
  if (ready === undefined || ready.status === 'Unknown' || Number.isNaN(at)) return undefined
  const { serverVersion } = status ?? {}
  return {
    ready: ready.status === 'True',
    ...(ready.status === 'True' ? {} : { reason: ready.message }),
    ...(serverVersion === undefined ? {} : { serverVersion }),
    at,
  }
}
