import { setTimeout as wait } from 'node:timers/promises'
import { errorMessage } from '../core/errors.ts'
import { systemClock, type Clock } from '../core/clock.ts'

/** Time limit for a condition, in real milliseconds. */
const DEADLINE_MS = 60_000
/** Real milliseconds between two skips, for sockets and their readers. */
const BETWEEN_MS = 10

interface Timer {
  at: number
  run: () => void
  cancel: () => void
}

/**
 * A clock that runs at the machine's pace and is put forward by a test in place of waiting. It is put forward between turns of
 * the event loop, so a busy machine makes a test slower and no time-out earlier. `random` is always one half.
 */
export class SkippingTime implements Clock {
  #skipped = 0
  readonly #timers = new Set<Timer>()

  now(): number {
    return systemClock.now() + this.#skipped
  }

  random(): number {
    return 0.5
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer: Timer = { at: this.now() + milliseconds, run, cancel: () => undefined }
    this.#arm(timer)
    return () => {
      timer.cancel()
      this.#timers.delete(timer)
    }
  }

  /** Lets so many milliseconds have passed; timers that come due run now, in their order. */
  skip(milliseconds: number): void {
    this.#skipped += milliseconds
    const due = [...this.#timers].filter(({ at }) => at <= this.now()).sort((a, b) => a.at - b.at)
    for (const timer of due) if (this.#timers.has(timer)) this.#run(timer)
    for (const timer of this.#timers) {
      timer.cancel()
      this.#arm(timer)
    }
  }

  /** Skips `stepMs` at a time until `look` answers something other than undefined. An error of the last look is the reason given. */
  async until<T>(
    what: string,
    look: () => Promise<T | undefined> | T | undefined,
    stepMs = 500,
    deadlineMs = DEADLINE_MS,
  ): Promise<T> {
    const end = performance.now() + deadlineMs
    for (let reason = 'it never held'; ; this.skip(stepMs)) {
      try {
        const found = await look()
        if (found !== undefined) return found
      } catch (error) {
        reason = errorMessage(error)
      }
      if (performance.now() > end) throw new Error(`waited ${deadlineMs} ms for ${what}: ${reason}`)
      await wait(BETWEEN_MS)
    }
  }

  #arm(timer: Timer): void {
    this.#timers.add(timer)
    timer.cancel = systemClock.after(Math.max(0, timer.at - this.now()), () => this.#run(timer))
  }

  #run(timer: Timer): void {
    timer.cancel()
    this.#timers.delete(timer)
    timer.run()
  }
}
