import type { AlertTiming } from '../features/notifications/alerts/timing.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Default times of alerts, as the documents name them. */
export const defaultTiming: AlertTiming = {
  forMs: MINUTE_MS,
  groupWaitMs: 30 * SECOND_MS,
  resolveAfterMs: 5 * MINUTE_MS,
  flapWindowMs: 30 * MINUTE_MS,
  repeatMs: 4 * 60 * MINUTE_MS,
}
