import { performance } from 'node:perf_hooks'

/**
 * Shares the event loop of a process among those who work for long and those whose work can wait for a caller's: at each turn of
 * it one of them goes on.
 */
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
  #round = roundOfTheLoop()

  constructor(turns: Turns, sliceMs = 0.1) {
    this.#turns = turns
    this.#sliceMs = sliceMs
  }

  get due(): boolean {
    return performance.now() - this.#since >= this.#sliceMs
  }

  /**
   * There is something to do again. Between two rounds of the event loop others have had it; within one they have not, however
   * much time is between: what comes on a connection is read up to 32 times in one round.
   */
  goOn(): void {
    const round = roundOfTheLoop()
    if (round === this.#round) return
    this.#round = round
    this.#since = performance.now()
  }

  /** Resolves when it is time to go on; rejects where somebody who had the event loop meanwhile has ended the work. */
  async turn(ended?: AbortSignal): Promise<void> {
    await this.#turns.next()
    ended?.throwIfAborted()
    this.#since = performance.now()
  }
}

/** As libuv counts them. */
function roundOfTheLoop(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount
}
