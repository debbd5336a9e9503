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
