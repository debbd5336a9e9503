import type { Turns } from '../turns.ts'
import type { Ground } from './ground.ts'

/** So many answers are looked at whenever something of their kind moves; those made longest ago go first. */
const FOLLOWED = 16
/** What nobody has asked for in so many milliseconds is made when somebody does. */
const RECENT_MS = 1000

/** An answer that may be made ahead. */
interface Followed {
  readonly ground: Ground
  /** When it was last given as it stands, in milliseconds since 1970; undefined where nobody has asked since it was made. */
  readonly given: { readonly now: number } | undefined
}

/**
 * Has an answer that is asked for all the time made again as soon as what it was made of has changed: the next who asks finds it
 * made. Each is made ahead once for all who asked meanwhile, so changes that nobody reads between cost nothing.
 */
export class Ahead<A extends Followed> {
  readonly #followed = new Map<string, A>()
  readonly #make: (url: string, answer: A) => Promise<void>
  readonly #clock: () => number
  readonly #turns: Turns

  /** `make` is called in a turn of its own; it does not reject. */
  constructor(make: (url: string, answer: A) => Promise<void>, clock: () => number, turns: Turns) {
    this.#make = make
    this.#clock = clock
    this.#turns = turns
  }

  /** Follows what the answer to a URL was made of, instead of what was followed for that URL before. */
  follow(url: string, answer: A): void {
    this.#followed.delete(url)
    const moved = answer.ground.moved()
    if (moved === undefined) return
    this.#followed.set(url, answer)
    if (this.#followed.size > FOLLOWED) {
      const [oldest] = this.#followed.keys()
      if (oldest !== undefined) this.#followed.delete(oldest)
    }
    void this.#wait(url, answer, moved)
  }

  async #wait(url: string, answer: A, moved: Promise<void> | undefined): Promise<void> {
    for (let next = moved; next !== undefined && answer.ground.same; next = answer.ground.moved()) {
      await next
      if (this.#followed.get(url) !== answer) return
    }
    this.#followed.delete(url)
    if (answer.given === undefined || this.#clock() - answer.given.now > RECENT_MS) return
    await this.#turns.next()
    await this.#make(url, answer)
  }
}
