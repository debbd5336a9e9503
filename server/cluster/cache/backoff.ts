import type { Clock } from '../../core/clock.ts'

const FIRST_MS = 250
const LONGEST_MS = 30_000
/** Longest Retry-After that is heeded: an API server that asks for more cannot keep a cache from recovering. */
const LONGEST_RETRY_AFTER_MS = 60_000

/** A server's Retry-After is spread over this multiple of its delay. */
const SPREAD = 2

/**
 * Delay before the next attempt: a random part of a span that doubles from 0.25 s to 30 s (full jitter), so
 * that clients that failed together do not return together.
 */
export class Backoff {
  readonly #time: Clock
  #failures = 0

  constructor(time: Clock) {
    this.#time = time
  }

  /**
   * Returns the milliseconds until the next attempt. A server's Retry-After (RFC 9110 §10.2.3) of up to a minute
   * is the minimum, and only a small jitter is added: the server states anew each time what it can take, and knows
   * that better than the number of failures does.
   */
  next(retryAfterMs = 0): number {
    const minimumMs = Math.min(Math.max(0, retryAfterMs), LONGEST_RETRY_AFTER_MS)
    const span = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#failures, 16))
    this.#failures++
    return minimumMs + this.#time.random() * (minimumMs > 0 ? Math.min(span, SPREAD * minimumMs) : span)
  }

  /** Resets the delay after a successful attempt. */
  reset(): void {
    this.#failures = 0
  }
}
