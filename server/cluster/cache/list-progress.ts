import type { Clock } from '../../core/clock.ts'

/** A streaming list stalled, or does not end: the API server never sent the bookmark that ends the initial events. */
export class StalledListError extends Error {}

const CHECK_MS = 1_000
/** A list with fewer new objects than this in so many checks is stalled. Not none: a busy cluster creates objects all the time. */
const [STALLED_CHECKS, STALLED_OBJECTS] = [8, 10]
/** Checks before the first object: an API server may have to fill its own cache first. */
const EMPTY_CHECKS = 12
/** Checks after which an incomplete list is given up. */
const MAX_CHECKS = 60

/**
 * Supervises the initial events of a watch (a streaming list) until it is stopped. Counts checks instead of time, so that a
 * busy event loop is not mistaken for a stalled API server.
 */
export class ListProgress {
  readonly #time: Clock
  readonly #onStalled: (reason: StalledListError) => void
  #objects = 0
  #since = { objects: 0, checks: 0 }
  #checks = 0
  #cancel: () => void = () => undefined

  constructor(time: Clock, onStalled: (reason: StalledListError) => void) {
    this.#time = time
    this.#onStalled = onStalled
  }

  start(): void {
    this.#cancel = this.#time.after(CHECK_MS, () => this.#check())
  }

  stop(): void {
    this.#cancel()
  }

  /** Records data: the number of objects so far. `partial`: only a part of a line, as of a large object. */
  received(objects: number, partial: boolean): void {
    const first = this.#objects === 0 && objects > 0
    this.#objects = objects
    if (first || partial || objects - this.#since.objects >= STALLED_OBJECTS)
      this.#since = { objects, checks: 0 }
  }

  #check(): void {
    this.#checks++
    this.#since.checks++
    const limit = this.#objects === 0 ? EMPTY_CHECKS : STALLED_CHECKS
    if (this.#checks >= MAX_CHECKS || this.#since.checks >= limit)
      this.#onStalled(new StalledListError(`no end after ${this.#checks} s and ${this.#objects} objects`))
    else this.start()
  }
}
