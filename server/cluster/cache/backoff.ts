import type { Clock } from '../../core/clock.ts'

const FIRST_MS = 250
const LONGEST_MS = 30_000

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
   * Returns the milliseconds until the next attempt. A server's Retry-After (RFC 9110 §10.2.3) is the
   * minimum, and only a small jitter is added: the server states anew each time what it can take, and knows
   * that better than the number of failures does.
   */
  next(minimumMs = 0): number {
    const span = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#failures, 16))
    this.#failures++
    return minimumMs + this.#time.random() * (minimumMs > 0 ? Math.min(span, SPREAD * minimumMs) : span)
  }

  /** Resets the delay after a successful attempt. */
  reset(): void {
    this.#failures = 0
  }
}
