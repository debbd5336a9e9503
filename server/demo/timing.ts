/** Durations of the steps in a cluster, in milliseconds. */
export interface Pace {
  /** From a change to the controller's reaction. */
  reconcile: number
  schedule: number
  /** From the binding to the sandbox with its address. */
  sandbox: number
  pull: number
  start: number
  /** From the start to ready, for containers with a readiness probe. */
  probe: number
  /** The longest time from the request to stop to the end; a shorter grace period ends it earlier. */
  stop: number
  /** The first back-off of a crashing container or a failing pull; it doubles up to the limit. */
  backOff: number
  backOffLimit: number
  heartbeat: number
  bookmark: number
}

/** Durations of seconds, as on a real node with cached images. */
export const natural: Pace = {
  reconcile: 25,
  schedule: 60,
  sandbox: 700,
  pull: 600,
  start: 250,
  probe: 1500,
  stop: 1800,
  backOff: 10_000,
  backOffLimit: 300_000,
  heartbeat: 30_000,
  bookmark: 60_000,
}

/** Durations of milliseconds, so that a rollout in a test takes a fraction of a second. */
export const fast: Pace = {
  reconcile: 1,
  schedule: 2,
  sandbox: 3,
  pull: 3,
  start: 3,
  probe: 5,
  stop: 5,
  backOff: 100,
  backOffLimit: 1000,
  heartbeat: 30_000,
  bookmark: 200,
}
