import { performance } from 'node:perf_hooks'

/**
 * Share of a turn of the event loop in which steps of scheduled work begin, as the fraction 1 / SHARE. On a busy service a turn takes
 * milliseconds: with one step per turn, work of many steps would not end within the time limit of a request, and watches would
 * fall behind.
 */
const SHARE = 5
/** Longest time in milliseconds in which they begin, since input waits for them. */
const LONGEST_MS = 5

/**
 * Cooperative scheduler: shares the event loop among long-running work and work that can wait for callers: one step
 * per turn of the loop, or as many as begin within a fifth of its time.
 */
export class Scheduler {
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  #isRunning = false
  #turnBeganAt = 0

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * Resolves at the caller's turn, after new input was handled. Two immediates are needed: one requested
   * while input is handled runs before further input, and one requested by an immediate runs after it.
   */
  yield(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#isRunning) return
      this.#isRunning = true
      this.#turnBeganAt = this.#now()
      setImmediate(() => setImmediate(() => this.#go()))
    })
  }

  #go(): void {
    const now = this.#now()
    const endsAt = now + Math.min((now - this.#turnBeganAt) / SHARE, LONGEST_MS)
    this.#turnBeganAt = now
    this.#step(endsAt)
  }

  #step(endsAt: number): void {
    this.#waiting.shift()?.()
    // The step runs in microtasks, and a tick that a microtask requests runs once there are no more of them.
    queueMicrotask(() => process.nextTick(() => this.#afterStep(endsAt)))
  }

  #afterStep(endsAt: number): void {
    this.#isRunning = this.#waiting.length > 0
    if (!this.#isRunning) return
    if (this.#now() < endsAt) this.#step(endsAt)
    else setImmediate(() => this.#go())
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
