import { adoptedAlert, advanceAlert, newAlert } from './advance-alert.ts'
import type { Alert, AlertTransition } from './alert.ts'
import { fingerprintOf, type Problem } from './problem.ts'
import type { AlertTiming } from './timing.ts'

/** Alerts that are kept. */
export const MAX_ALERTS = 1000
/** Age above which problems are adopted silently where the state of their alerts is lost. */
const ADOPTED_MS = 15 * 60_000

/** The alerts by fingerprint. */
export type Alerts = ReadonlyMap<string, Alert>

/** The problems at one time. */
export interface Evaluation {
  readonly problems: readonly Problem[]
  /** Whether a problem would be among them if it were there: its context is in sync, and its kind may be read. */
  readonly observes: (problem: Problem) => boolean
  /** Milliseconds since 1970. */
  readonly now: number
  readonly timing: AlertTiming
  /** Whether a context has no state of earlier alerts: its old problems are adopted silently. */
  readonly isFirst: (context: string) => boolean
}

interface AdvancedAlerts {
  readonly alerts: Alerts
  readonly transitions: readonly AlertTransition[]
  /** Number of problems for which there is no room. */
  readonly ignored: number
}

/** Evaluates every alert. One whose problem cannot be observed now stays as it is. */
export function advanceAlerts(before: Alerts, evaluation: Evaluation): AdvancedAlerts {
  const { problems, observes, now, timing, isFirst } = evaluation
  const found = new Map(problems.map((problem) => [fingerprintOf(problem), problem]))
  const alerts = new Map<string, Alert>()
  const transitions: AlertTransition[] = []
  for (const [fingerprint, alert] of before) {
    const problem = found.get(fingerprint)
    if (problem === undefined && !observes(alert.problem)) {
      alerts.set(fingerprint, alert)
      continue
    }
    const { alert: after, transition } = advanceAlert(alert, problem, { now, timing })
    if (after !== undefined) alerts.set(fingerprint, after)
    if (transition !== undefined) transitions.push(transition)
  }
  let ignored = 0
  for (const [fingerprint, problem] of found) {
    if (before.has(fingerprint)) continue
    if (alerts.size >= MAX_ALERTS && !dropOldestResolved(alerts)) {
      ignored++
      continue
    }
    const isOld =
      isFirst(problem.context) && (problem.since === undefined || now - problem.since > ADOPTED_MS)
    alerts.set(fingerprint, (isOld ? adoptedAlert : newAlert)(fingerprint, problem, now))
  }
  return { alerts, transitions, ignored }
}

/**
 * Returns the alerts after the notifications were disabled: nobody is notified of the end of one that has fired, and the others
 * begin anew.
 */
export function silencedAlerts(alerts: Alerts): Alerts {
  return new Map(
    [...alerts]
      .filter(([, { phase }]) => phase === 'firing' || phase === 'flapping')
      .map(([fingerprint, alert]) => [fingerprint, { ...alert, silent: true }]),
  )
}

function dropOldestResolved(alerts: Map<string, Alert>): boolean {
  let oldest: Alert | undefined
  for (const alert of alerts.values())
    if (alert.phase === 'resolved' && (oldest === undefined || alert.since < oldest.since)) oldest = alert
  return oldest !== undefined && alerts.delete(oldest.fingerprint)
}
