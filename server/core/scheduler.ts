import { performance } from 'node:perf_hooks'

/**
 * Cooperative scheduler: shares the event loop among long-running work and work that can wait for callers,
 * one step per turn of the loop.
 */
export class Scheduler {
  readonly #waiting: (() => void)[] = []

  /**
   * Resolves at the caller's turn, after new input was handled. Two immediates are needed: one requested
   * while input is handled runs before further input, and one requested by an immediate runs after it.
   */
  yield(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => setImmediate(() => this.#go()))
    })
  }

  #go(): void {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#go())
  }
}

/**
 * A time slice: yields the event loop after work has run for longer than `sliceMs`, about the time of several
 * responses from memory.
 */
export class TimeSlice {
  readonly #scheduler: Scheduler
  readonly #sliceMs: number
  #since = performance.now()
  #round = eventLoopIteration()

  constructor(scheduler: Scheduler, sliceMs = 0.1) {
    this.#scheduler = scheduler
    this.#sliceMs = sliceMs
  }

  get expired(): boolean {
    return performance.now() - this.#since >= this.#sliceMs
  }

  /**
   * Continues the work after a pause. A new iteration of the event loop begins a new slice, since other work
   * has run in between. Within one iteration none has, however much time has passed: a connection is read up
   * to 32 times in one iteration.
   */
  yieldIfExpired(): void {
    const round = eventLoopIteration()
    if (round === this.#round) return
    this.#round = round
    this.#since = performance.now()
  }

  /** Yields, and resolves when it is time to continue; rejects if the signal has fired meanwhile. */
  async yield(ended?: AbortSignal): Promise<void> {
    await this.#scheduler.yield()
    ended?.throwIfAborted()
    this.#since = performance.now()
  }
}

/** Returns libuv's count of event-loop iterations. */
function eventLoopIteration(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount
}
