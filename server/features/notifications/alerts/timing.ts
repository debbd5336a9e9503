/** Times of the alerts, in milliseconds. */
export interface AlertTiming {
  /** Time for which a problem lasts before its alert fires; twice that for Nodes. */
  readonly forMs: number
  /** Time for which an alert waits for others of its group. */
  readonly groupWaitMs: number
  /** Time without the problem after which its alert is resolved. */
  readonly resolveAfterMs: number
  /** Time in which changes count as flapping, and time without a change that ends it. */
  readonly flapWindowMs: number
  /** Time between repeated messages about an alert that still fires. */
  readonly repeatMs: number
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

export const defaultTiming: AlertTiming = {
  forMs: MINUTE_MS,
  groupWaitMs: 30 * SECOND_MS,
  resolveAfterMs: 5 * MINUTE_MS,
  flapWindowMs: 30 * MINUTE_MS,
  repeatMs: 4 * 60 * MINUTE_MS,
}
