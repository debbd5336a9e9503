import type { Time } from './time.ts'

/** After a read there is none for so many times as long as it took, */
const REST = 5
/** but not for longer than this. */
const MAX_REST_MS = 2000
/** Who waits goes on this long after what is waited for got stuck. */
const LOOK_MS = 500

/** What was to be asked of the API server is held by now, and need not be asked. */
export class NowHeld extends Error {}

/** What is filled for the first time, as a reflector does it. */
export interface Filled {
  /** It is being filled, and gets on. */
  readonly filling: boolean
  /** All there is has been held since it says a version. */
  readonly store: { readonly version: string | undefined }
}

/**
 * Where reads wait that ask the API server for what is just being taken into a store. Each costs the event loop more than
 * to take in the same objects: with as many of them as callers want, the store that would answer them all fills late or never.
 * So there is one at a time, mostly none, and whoever still waits when the store is whole is told to read that.
 */
export class Lane {
  readonly #time: Time
  readonly #filled: Filled
  readonly #waiting: ((turn: boolean) => void)[] = []
  #busy = false
  #looking = false

  constructor(time: Time, filled: Filled) {
    this.#time = time
    this.#filled = filled
  }

  /** Makes a read when its turn comes. Rejects as the signal says, as the read does, or with NowHeld. */
  async run<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const turn = await this.#turn()
    const from = this.#time.now()
    try {
      signal.throwIfAborted()
      if (this.#filled.store.version !== undefined) throw new NowHeld()
      return await read()
    } finally {
      if (turn) this.#rest(Math.min((this.#time.now() - from) * REST, MAX_REST_MS))
    }
  }

  /** Whether it is a turn, which ends with a rest; where nothing is filled none are taken. */
  async #turn(): Promise<boolean> {
    if (!this.#filled.filling) return false
    if (!this.#busy) return (this.#busy = true)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#look()
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

  #look(): void {
    if (this.#looking) return
    this.#looking = true
    this.#time.after(LOOK_MS, () => {
      this.#looking = false
      this.#next()
      if (this.#waiting.length > 0) this.#look()
    })
  }
}
