import type { Scheduler } from '../../core/scheduler.ts'
import type { Dependencies } from './dependencies.ts'

/** Number of responses refreshed in the background; the oldest are dropped first. */
const FOLLOWED = 16
/** A response that was not requested within this many milliseconds is computed on demand. */
const RECENT_MS = 1000

/** A response that can be refreshed in the background. */
interface Followed {
  readonly dependencies: Dependencies
  /** Time of the last response served, in milliseconds since 1970; undefined before the first. */
  readonly given: { readonly now: number } | undefined
}

/**
 * Recomputes responses in high demand as soon as their dependencies change, so that the next request finds a
 * cached response. Each one is refreshed once per use, so changes that no request follows cost nothing.
 */
export class BackgroundRefresher<A extends Followed> {
  readonly #followed = new Map<string, A>()
  readonly #make: (url: string, answer: A) => Promise<void>
  readonly #clock: () => number
  readonly #turns: Scheduler

  /** `make` runs in an event-loop turn of its own, and must not reject. */
  constructor(make: (url: string, answer: A) => Promise<void>, clock: () => number, turns: Scheduler) {
    this.#make = make
    this.#clock = clock
    this.#turns = turns
  }

  /** Watches the dependencies of a URL's response, in place of the previous response for that URL. */
  track(url: string, answer: A): void {
    this.#followed.delete(url)
    const moved = answer.dependencies.nextChange()
    if (moved === undefined) return
    this.#followed.set(url, answer)
    if (this.#followed.size > FOLLOWED) {
      const [oldest] = this.#followed.keys()
      if (oldest !== undefined) this.#followed.delete(oldest)
    }
    void this.#wait(url, answer, moved)
  }

  async #wait(url: string, answer: A, moved: Promise<void> | undefined): Promise<void> {
    for (
      let next = moved;
      next !== undefined && answer.dependencies.unchanged;
      next = answer.dependencies.nextChange()
    ) {
      await next
      if (this.#followed.get(url) !== answer) return
    }
    this.#followed.delete(url)
    if (answer.given === undefined || this.#clock() - answer.given.now > RECENT_MS) return
    await this.#turns.yield()
    await this.#make(url, answer)
  }
}
