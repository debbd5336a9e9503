import type { Problem } from './problem.ts'

/** Phases of an alert. A resolved one is kept for the flap window, to notice that it flaps. */
export const phases = ['pending', 'firing', 'flapping', 'resolved'] as const
export type Phase = (typeof phases)[number]

/** Changes that people are notified of. */
export const transitions = ['firing', 'resolved', 'flapping', 'repeated'] as const
export type Transition = (typeof transitions)[number]

/** State of one alert. Times are milliseconds since 1970, since it outlives the process. */
export interface Alert {
  readonly fingerprint: string
  /** The problem as it was found last. */
  readonly problem: Problem
  readonly phase: Phase
  /** Whether the problem was found the last time. */
  readonly present: boolean
  /** Time at which the problem appeared or disappeared. */
  readonly since: number
  /** Times of the last changes of `present` since the alert first fired, oldest first. */
  readonly changes: readonly number[]
  /** Time at which the alert fired; undefined while it is pending for the first time. */
  readonly firedAt?: number
  /** Time of the last message about the alert while it fires. */
  readonly notifiedAt: number
  readonly repeats: number
  /** Number of its transitions, which tells messages about the same one apart. */
  readonly number: number
  /** Nobody is notified of the alert until its problem has gone: it is older than the notifications. */
  readonly silent: boolean
}

/** A transition of an alert, of which people are to be notified. */
export interface AlertTransition {
  readonly transition: Transition
  readonly fingerprint: string
  readonly number: number
  readonly problem: Problem
  /** Milliseconds since 1970. */
  readonly at: number
}
