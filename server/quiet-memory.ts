import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import type { Time } from './kube/time.ts'

/** How often it is looked whether there is much to do, in milliseconds. */
const LOOK_MS = 2000
/** While memory is saved it is looked sooner: for as long as it still is, those who come are answered a third slower. */
const LOOK_WHILE_SAVING_MS = 200
/** Below this share of its time that the event loop worked, little is to do: a few hundred answers a second take more. */
const QUIET = 0.03

/** What a process can tell of itself, and be told. */
export interface Worker {
  /** The share of the time since the last call that the event loop worked, from 0 to 1. */
  worked(): number
  /** Whether memory is dearer than time. */
  saveMemory(save: boolean): void
}

/** This process. V8 looks at its flag whenever it decides about a collection. */
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
 * Has what a burst of work left behind given back when it is over. V8 would do so by itself once little is allocated, yet finds
 * out how much that is at collections alone, and without work there are none: what is garbage by then stays for ever. Told that
 * memory is dear it collects in small steps some seconds later. While there is work it is not told: it would collect all the
 * time.
 */
export class QuietMemory {
  readonly #worker: Worker
  readonly #time: Time
  #saves = false
  #cancel: () => void = () => undefined

  constructor(worker: Worker, time: Time) {
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
