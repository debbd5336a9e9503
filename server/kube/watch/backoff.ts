import type { Time } from '../time.ts'

const FIRST_MS = 250
const LONGEST_MS = 30_000

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

  /** Milliseconds until the next attempt; what a server asked for (Retry-After) is the least. */
  next(atLeastMs = 0): number {
    const span = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#failures, 16))
    this.#failures++
    return atLeastMs + this.#time.random() * span
  }

  /** An attempt went well. */
  reset(): void {
    this.#failures = 0
  }
}
