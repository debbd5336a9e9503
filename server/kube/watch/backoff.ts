import type { Time } from '../time.ts'

const FIRST_MS = 250
const LONGEST_MS = 30_000

/** Where a server says when to come back, those it said it to are spread over this many times what it asked for. */
const SPREAD = 2

/**
 * How long to wait before the next attempt: a random part of a span that doubles from 0.25 s to 30 s, so that many who
 * failed together do not come back together (full jitter).
 */
export class Backoff {
  readonly #time: Time
  #failures = 0

  constructor(time: Time) {
    this.#time = time
  }

  /**
   * Milliseconds until the next attempt. What a server asked for (Retry-After, RFC 9110 §10.2.3) is the least, and little is
   * added to it: it says anew each time what it can take, and knows that better than the number of failures does.
   */
  next(askedMs = 0): number {
    const span = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#failures, 16))
    this.#failures++
    return askedMs + this.#time.random() * (askedMs > 0 ? Math.min(span, SPREAD * askedMs) : span)
  }

  /** An attempt went well. */
  reset(): void {
    this.#failures = 0
  }
}
