import type { Clock } from '../../core/clock.ts'

/** Length of the pause after a read, as a multiple of the duration of the read. */
const REST = 5
/** Upper limit of that pause. */
const MAX_REST_MS = 2000
/** Interval at which waiting reads check whether the fill has stalled. */
const POLL_MS = 500

/** The cache synced while a read was queued, so the read should be served from the cache. */
export class CacheReadySignal extends Error {}

/** A cache during its initial list. */
export interface FillingCache {
  /** Whether the initial list is in progress. */
  readonly filling: boolean
  /** The store has a version once it holds the complete list. */
  readonly store: { readonly version: string | undefined }
}

/**
 * Queues direct reads while a cache does its initial list. A direct read costs the event loop more than
 * taking the same objects into the cache, so unlimited direct reads would delay or starve the fill. At most
 * one read runs at a time, with pauses in between; reads still waiting when the cache has synced are sent
 * there.
 */
export class WarmupQueue {
  readonly #time: Clock
  readonly #filled: FillingCache
  readonly #waiting: ((occupies: boolean) => void)[] = []
  #busy = false
  #polling = false

  constructor(time: Clock, filled: FillingCache) {
    this.#time = time
    this.#filled = filled
  }

  /**
   * Runs a read when its turn comes. Rejects with the signal's reason, the read's own error, or CacheReadySignal if
   * the cache has synced.
   */
  async run<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const occupies = await this.#waitForTurn()
    const from = this.#time.now()
    try {
      signal.throwIfAborted()
      if (this.#filled.store.version !== undefined) throw new CacheReadySignal()
      return await read()
    } finally {
      if (occupies) this.#rest(Math.min((this.#time.now() - from) * REST, MAX_REST_MS))
    }
  }

  /**
   * Resolves to whether the read occupies the queue, so that a pause must follow. Without a fill in progress
   * reads pass unqueued.
   */
  async #waitForTurn(): Promise<boolean> {
    if (!this.#filled.filling) return false
    if (!this.#busy) return (this.#busy = true)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#poll()
    })
  }

  #rest(milliseconds: number): void {
    const rested = (): void => {
      this.#busy = false
      this.#next()
    }
    if (milliseconds > 0) this.#time.after(milliseconds, rested)
    else rested()
  }

  #next(): void {
    if (!this.#filled.filling) for (const go of this.#waiting.splice(0)) go(false)
    else if (!this.#busy) {
      const go = this.#waiting.shift()
      this.#busy = go !== undefined
      go?.(true)
    }
  }

  #poll(): void {
    if (this.#polling) return
    this.#polling = true
    this.#time.after(POLL_MS, () => {
      this.#polling = false
      this.#next()
      if (this.#waiting.length > 0) this.#poll()
    })
  }
}
