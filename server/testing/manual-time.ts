import type { Clock } from '../core/clock.ts'

/** A clock that advances only by `turn`. `random` always returns 0.5. */
export class ManualClock implements Clock {
  #now = 0
  readonly #timers = new Set<{ at: number; run: () => void }>()

  now(): number {
    return this.#now
  }

  random(): number {
    return 0.5
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, run }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Milliseconds until each pending timer is due, in ascending order. */
  get due(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b)
  }

  /** Advances the clock by this many milliseconds and runs the due timers in order. */
  turn(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
    }
    this.#now = end
  }
}
