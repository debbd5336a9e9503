import { isDeepStrictEqual } from 'node:util'
import { printable } from '../grammar/printable.ts'
import { secondsOf } from '../grammar/timestamp.ts'
import type { Standing } from '../kube/probe.ts'
import type { Found, Outcome } from './probe.ts'
import type { ClusterContext, Condition, ContextStatus } from './resources.ts'
import type { Verdict } from './verdict.ts'

/** A probe that found nothing new is written down this often, so that the status is known to be looked after. */
const AT_LEAST_EVERY_MS = 10 * 60_000
/** Of metav1.Condition it is 32,768; who reads a column wants a sentence. */
const MAX_MESSAGE = 1024

/** What a status is made of. */
export interface Observed {
  verdict: Verdict
  /** Undefined where it was not probed, since this replica leads. */
  found: Found | undefined
  /** The Pod that looks. */
  by: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * The status a ClusterContext should have; undefined where the one it has is to stay as it is: nothing changed, or it is not
 * known yet. Conditions by the words of kstatus: Reconciling and Stalled are there only while they are true.
 */
export function statusFor(
  { metadata, spec, status }: ClusterContext,
  observed: Observed,
): ContextStatus | undefined {
  const { verdict, found, by, now } = observed
  const generation = metadata.generation ?? 0
  const before = status?.conditions ?? []
  const condition = (type: string, { status: value, reason, message }: Outcome): Condition => {
    const held = before.find((one) => one.type === type)
    const since = held?.status === value ? held.lastTransitionTime : secondsOf(now)
    const words = printable(message, MAX_MESSAGE)
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
  if (verdict.state === 'refused') {
    const { reason, message } = verdict
    return of([
      condition('Ready', { status: 'False', reason, message }),
      condition('Stalled', { status: 'True', reason, message }),
    ])
  }
  if (verdict.state === 'suspended')
    return of([condition('Ready', { status: 'False', reason: 'Suspended', message: 'spec.suspend is true' })])
  if (found === undefined) {
    // What was found before stands until it is looked at again.
    if (before.some(({ type }) => type === 'Reachable')) return undefined
    const message = `the cluster of the context "${spec.contextName}" is about to be probed`
    return of([
      condition('Ready', { status: 'Unknown', reason: 'Probing', message }),
      condition('Reconciling', { status: 'True', reason: 'Probing', message }),
    ])
  }
  const { reachable, credentials, authorized, permissions, identity, serverVersion, at } = found
  const conditions = [
    condition('Ready', readiness(found)),
    condition('CredentialsValid', credentials),
    condition('Reachable', reachable),
    condition('Authorized', authorized),
  ]
  return of(conditions, {
    ...(serverVersion === undefined ? {} : { serverVersion }),
    ...(identity === undefined ? {} : { identity: printable(identity, MAX_MESSAGE) }),
    lastProbeTime: secondsOf(at),
    permissions,
  })
}

/** A context is ready whose cluster answers to its credentials, whatever it may do there. */
function readiness({ reachable, credentials, serverVersion }: Found): Outcome {
  const wrong = [reachable, credentials].find(({ status }) => status !== 'True')
  if (wrong !== undefined) return { ...wrong, status: 'False' }
  const version = serverVersion === undefined ? '' : ` ${serverVersion}`
  return { status: 'True', reason: 'Ready', message: `the cluster answers${version}` }
}

/** Whether a status says what another says, the time of its last probe aside as long as that is recent. */
function isSame(status: ContextStatus | null | undefined, next: ContextStatus, now: number): boolean {
  const { lastProbeTime: before, ...held } = status ?? {}
  const { lastProbeTime: after, ...wanted } = next
  if (!isDeepStrictEqual(plain(held), plain(wanted))) return false
  if (after === undefined) return before === undefined
  return before !== undefined && now - Date.parse(before) < AT_LEAST_EVERY_MS
}

/** As it is after it has been JSON, where an absent field and an undefined one are the same. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}

/** How a context stood by its status; undefined where the status does not say. */
export function standingOf(status: ContextStatus | null | undefined): Standing | undefined {
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
