import { TooMany } from '../errors.ts'

/** Somebody leaves within this time more often than not. */
const RETRY_SECONDS = 10

/** How many answers of one sort may stay open at once: of each caller, so that none can take them all, and of all together. */
export class OpenLimit {
  readonly #what: string
  readonly #ofCaller: number
  readonly #inAll: number
  readonly #open = new Map<string, number>()
  #total = 0

  constructor(what: string, ofCaller: number, inAll: number) {
    this.#what = what
    this.#ofCaller = ofCaller
    this.#inAll = inAll
  }

  /** Takes a place, until what is returned is called; throws TooMany where there is none. */
  take(caller: string): () => void {
    const open = this.#open.get(caller) ?? 0
    if (open >= this.#ofCaller)
      throw new TooMany(`no more than ${this.#ofCaller} ${this.#what} of one caller at once`, RETRY_SECONDS)
    if (this.#total >= this.#inAll)
      throw new TooMany(
        `no more than ${this.#inAll} ${this.#what} at once: another replica may have room`,
        RETRY_SECONDS,
      )
    this.#open.set(caller, open + 1)
    this.#total++
    return () => this.#leave(caller)
  }

  #leave(caller: string): void {
    this.#total--
    const left = (this.#open.get(caller) ?? 1) - 1
    if (left === 0) this.#open.delete(caller)
    else this.#open.set(caller, left)
  }
}
