import { RetryLaterError } from './api-error.ts'
import { pause, type Clock } from '../../core/clock.ts'

const MAX_RETRIES = 2
/** Minimum wait, for a Retry-After of 0. */
const MIN_WAIT_MS = 100

/**
 * Repeats a read whose response says when to send it again (429 or 5xx with Retry-After). Rejects with the last error after
 * two retries, if the waits exceed `maxWaitMs` in total, or when the signal fires.
 */
export async function retryLater<T>(
  { time, maxWaitMs, signal }: { time: Clock; maxWaitMs: number; signal: AbortSignal },
  send: () => Promise<T>,
): Promise<T> {
  let waitedMs = 0
  for (let retries = 0; ; retries++)
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof RetryLaterError) || error.retryAfterMs === undefined) throw error
      const waitMs = Math.max(error.retryAfterMs, MIN_WAIT_MS)
      waitedMs += waitMs
      if (retries >= MAX_RETRIES || waitedMs > maxWaitMs) throw error
      await pause(time, waitMs, signal)
      if (signal.aborted) throw error
    }
}
