import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import type { Clock } from '../core/clock.ts'

/** Interval of the load checks, in milliseconds. */
const LOOK_MS = 2000
/** Interval while memory is being saved: until the next check, responses are a third slower. */
const LOOK_WHILE_SAVING_MS = 200
/** Event-loop utilization that counts as idle; a few hundred responses a second take more. */
const QUIET = 0.03

/** Load and memory setting of a process. */
export interface Worker {
  /** Returns the event-loop utilization since the last call, from 0 to 1. */
  worked(): number
  /** Sets whether saving memory has priority over speed. */
  saveMemory(save: boolean): void
}

/** Returns the controls of this process. V8 reads its flag at each decision about a collection. */
export function thisProcess(): Worker {
  let before = performance.eventLoopUtilization()
  return {
    worked: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    saveMemory: (save) => setFlagsFromString(save ? '--memory-saver-mode' : '--no-memory-saver-mode'),
  }
}

/**
 * Returns memory to the operating system after a burst. V8 shrinks the heap only at a garbage collection, and
 * an idle process triggers none, so its garbage would stay for ever. In memory-saver mode V8 collects in
 * small steps some seconds later. The mode is on only while the event loop is idle, because under load V8
 * would collect continuously.
 */
export class IdleMemorySaver {
  readonly #worker: Worker
  readonly #time: Clock
  #saves = false
  #cancel: () => void = () => undefined

  constructor(worker: Worker, time: Clock) {
    this.#worker = worker
    this.#time = time
  }

  start(): void {
    this.#cancel = this.#time.after(this.#saves ? LOOK_WHILE_SAVING_MS : LOOK_MS, () => {
      this.#look()
      this.start()
    })
  }

  stop(): void {
    this.#cancel()
  }

  #look(): void {
    const quiet = this.#worker.worked() < QUIET
    if (quiet === this.#saves) return
    this.#saves = quiet
    this.#worker.saveMemory(quiet)
  }
}
