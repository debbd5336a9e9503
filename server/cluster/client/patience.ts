import { TooManyCalls } from './api-error.ts'
import { pause, type Clock } from '../../core/clock.ts'

const MAX_REPEATS = 2
/** A wait of nothing at all would be no wait. */
const LEAST_WAIT_MS = 100

/**
 * Asks again where the API server asked to slow down (429) and said for how long: it executed nothing. Rejects with what it
 * said last after two more tries, where the waits take longer than `patienceMs` in all, and when the signal fires.
 */
export async function askPatiently<T>(
  { time, patienceMs, signal }: { time: Clock; patienceMs: number; signal: AbortSignal },
  ask: () => Promise<T>,
): Promise<T> {
  let waitedMs = 0
  for (let repeats = 0; ; repeats++)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof TooManyCalls) || error.retryAfterMs === undefined) throw error
      const waitMs = Math.max(error.retryAfterMs, LEAST_WAIT_MS)
      waitedMs += waitMs
      if (repeats >= MAX_REPEATS || waitedMs > patienceMs) throw error
      await pause(time, waitMs, signal)
      if (signal.aborted) throw error
    }
}
