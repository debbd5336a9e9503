/** Time as what runs for long sees it; tests pass one they turn by hand. */
export interface Time {
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Runs something once after so many milliseconds, unless what is returned is called before. */
  after(milliseconds: number, run: () => void): () => void
  /** A number from 0 up to, not including, 1. */
  random(): number
}

/** The machine's own time; its timers keep no process alive. */
export const systemTime: Time = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds).unref()
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** Waits so many milliseconds, or until the signal fires; it never rejects. */
export function pause(time: Time, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const done = (): void => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = time.after(milliseconds, done)
    signal.addEventListener('abort', done)
  })
}

/** Shares the event loop among those who work for long: at each turn of it one of them goes on. */
export class Turns {
  readonly #waiting: (() => void)[] = []

  /**
   * Resolves when it is the caller's turn again and what has come meanwhile was let in: an immediate that is asked for while
   * input is handled runs before any further input, one that an immediate asks for runs after it.
   */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => setImmediate(() => this.#go()))
    })
  }

  #go(): void {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#go())
  }
}

/** Lets others have the event loop when work in one go has taken longer than `sliceMs`: what some answers from memory take. */
export class Slices {
  readonly #turns: Turns
  readonly #sliceMs: number
  #since = performance.now()
  #lookedAt = this.#since

  constructor(turns: Turns, sliceMs = 0.1) {
    this.#turns = turns
    this.#sliceMs = sliceMs
  }

  get due(): boolean {
    this.#lookedAt = performance.now()
    return this.#lookedAt - this.#since >= this.#sliceMs
  }

  /** There is something to do again. Where nothing was for as long as a slice, others have had the event loop. */
  goOn(): void {
    const now = performance.now()
    if (now - this.#lookedAt >= this.#sliceMs) this.#since = now
  }

  async turn(): Promise<void> {
    await this.#turns.next()
    this.#since = performance.now()
  }
}
