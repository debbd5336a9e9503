import type { Alert, AlertTransition, Transition } from './alert.ts'
import type { Problem } from './problem.ts'
import type { AlertTiming } from './timing.ts'

/** Changes within the flap window from which on an alert flaps. */
const FLAP_CHANGES = 4
const MAX_REPEATS = 6
/** Nodes that restart are not ready for a while. */
const NODE_FACTOR = 2

/** Result of one evaluation of an alert; no alert if it is over, or never began. */
export interface Advance {
  readonly alert?: Alert
  readonly transition?: AlertTransition
}

/** Returns the alert of a problem that is found for the first time. */
export function newAlert(fingerprint: string, problem: Problem, now: number): Alert {
  return {
    fingerprint,
    problem,
    phase: 'pending',
    present: true,
    since: now,
    changes: [],
    notifiedAt: now,
    repeats: 0,
    number: 0,
    silent: false,
  }
}

/** Returns the alert of a problem that is older than the notifications: it counts as fired, and nobody is notified. */
export function adoptedAlert(fingerprint: string, problem: Problem, now: number): Alert {
  return { ...newAlert(fingerprint, problem, now), phase: 'firing', firedAt: now, silent: true }
}

/** Evaluates an alert at a time; `problem` is undefined if it is not found. */
export function advanceAlert(
  before: Alert,
  problem: Problem | undefined,
  { now, timing }: { readonly now: number; readonly timing: AlertTiming },
): Advance {
  const alert = changed(before, problem, now, timing)
  if (alert.phase !== 'flapping' && alert.changes.length >= FLAP_CHANGES)
    return enter({ ...alert, phase: 'flapping' }, 'flapping', now)
  switch (alert.phase) {
    case 'pending':
      return advancePending(alert, now, timing)
    case 'firing':
      return advanceFiring(alert, now, timing)
    case 'flapping':
      return advanceFlapping(alert, now, timing)
    case 'resolved':
      return advanceResolved(alert, now)
  }
}

/** Takes over what was found: the problem in its current words, and whether it appeared or disappeared. */
function changed(
  alert: Alert,
  problem: Problem | undefined,
  now: number,
  { flapWindowMs }: AlertTiming,
): Alert {
  const present = problem !== undefined
  const recent = alert.changes.filter((at) => at > now - flapWindowMs)
  const isChange = present !== alert.present
  const counts = isChange && alert.firedAt !== undefined
  return {
    ...alert,
    problem: problem ?? alert.problem,
    present,
    since: isChange ? now : alert.since,
    changes: counts ? [...recent, now].slice(-FLAP_CHANGES) : recent,
  }
}

function advancePending(alert: Alert, now: number, { forMs }: AlertTiming): Advance {
  const { present, since, firedAt, problem } = alert
  if (!present) return firedAt === undefined ? {} : { alert: { ...alert, phase: 'resolved' } }
  const wait = problem.kind === 'Node' ? forMs * NODE_FACTOR : forMs
  if (now - since < wait) return { alert }
  const changes = firedAt === undefined ? [since] : alert.changes
  return enter({ ...alert, phase: 'firing', firedAt: now, repeats: 0, changes }, 'firing', now)
}

function advanceFiring(alert: Alert, now: number, { resolveAfterMs, repeatMs }: AlertTiming): Advance {
  const { present, since, notifiedAt, repeats } = alert
  if (!present)
    return now - since < resolveAfterMs ? { alert } : enter({ ...alert, phase: 'resolved' }, 'resolved', now)
  if (repeats >= MAX_REPEATS || now - notifiedAt < repeatMs) return { alert }
  return enter({ ...alert, repeats: repeats + 1 }, 'repeated', now)
}

/** A calm alert either fires on, of which people know, or is resolved. */
function advanceFlapping(alert: Alert, now: number, { flapWindowMs }: AlertTiming): Advance {
  if (now - alert.since < flapWindowMs) return { alert }
  if (alert.present) return { alert: { ...alert, phase: 'firing', changes: [], notifiedAt: now } }
  return enter({ ...alert, phase: 'resolved', changes: [] }, 'resolved', now)
}

function advanceResolved(alert: Alert, now: number): Advance {
  if (alert.present) return { alert: { ...alert, phase: 'pending', since: now, silent: false } }
  return alert.changes.length === 0 ? {} : { alert }
}

/** Counts a transition; of a silent alert nobody is notified. */
function enter(alert: Alert, transition: Transition, now: number): Advance {
  const number = alert.number + 1
  const entered = { ...alert, number, notifiedAt: now }
  if (alert.silent) return { alert: entered }
  const { fingerprint, problem } = alert
  return { alert: entered, transition: { transition, fingerprint, number, problem, at: now } }
}
