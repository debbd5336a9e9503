import type { IncrementResponse, Options, Store } from 'express-rate-limit'

interface RateWindow {
  hits: number
  /** End of the window on the monotonic clock. */
  endsAt: number
}

/**
 * Counts of the rate limits, in fixed windows of a monotonic clock. The library's own store takes the wall clock, and
 * would lock callers out for as long as that is stepped back.
 */
export class RateWindowStore implements Store {
  readonly localKeys = true
  readonly #now: () => number
  readonly #windows = new Map<string, RateWindow>()
  #windowMs = 0
  #sweepAt = -Infinity

  constructor(now: () => number) {
    this.#now = now
  }

  init({ windowMs }: Options): void {
    this.#windowMs = windowMs
  }

  increment(key: string): IncrementResponse {
    const now = this.#now()
    this.#sweep(now)
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      window = { hits: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, window)
    }
    window.hits++
    return { totalHits: window.hits, resetTime: new Date(Date.now() + window.endsAt - now) }
  }

  decrement(key: string): void {
    const window = this.#windows.get(key)
    if (window !== undefined && window.hits > 0) window.hits--
  }

  resetKey(key: string): void {
    this.#windows.delete(key)
  }

  /** Deletes the windows that have ended, once per window. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + this.#windowMs
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
  }
}
