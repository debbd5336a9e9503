import type { KubernetesObject } from '../../kinds/define-kind.ts'

/** The state of an object, beside what the rules found. */
export interface ObservedState {
  /** The status that a list shows; empty for kinds without one. */
  readonly status: string
  readonly isHealthy: boolean
}

/** Statuses of lists that need no explanation. */
const HEALTHY: ReadonlySet<string> = new Set([
  'Available',
  'Progressing',
  'Paused',
  'Running',
  'Completed',
  'Succeeded',
  'Complete',
  'Suspended',
  'Active',
  'Ready',
  'Bound',
])
/** A younger object is still starting, so its status explains itself. */
const STARTING_MS = 60_000

/** Returns the state of an object from its item of a list; `now` in milliseconds since 1970. */
export function observeState(summary: object, { metadata }: KubernetesObject, now: number): ObservedState {
  const status = 'status' in summary && typeof summary.status === 'string' ? summary.status : ''
  const age = now - Date.parse(metadata.creationTimestamp ?? '')
  return { status, isHealthy: status === '' || HEALTHY.has(status) || age < STARTING_MS }
}
