import type { Clock } from '../../core/clock.ts'

/** The stream of all there is stands still, or has no end: the API server never says that all has come. */
export class Stalled extends Error {}

const LOOK_MS = 1_000
/** A beginning that brought fewer new objects than this in so many looks stands still: a busy cluster makes some all the time. */
const [STANDSTILL_LOOKS, STANDSTILL_OBJECTS] = [8, 10]
/** An API server may fill a cache of its own first: nothing at all is waited for longer. */
const NOTHING_LOOKS = 12
/** One that is not whole by then never is. */
const MOST_LOOKS = 60

/**
 * Supervises the beginning of a watch that tells all there is first, until it is stopped. It counts looks and not time, so
 * that an event loop that was busy for long is not taken for an API server that stands still.
 */
export class Beginning {
  readonly #time: Clock
  readonly #giveUp: (reason: Stalled) => void
  #objects = 0
  #since = { objects: 0, looks: 0 }
  #looks = 0
  #cancel: () => void = () => undefined

  constructor(time: Clock, giveUp: (reason: Stalled) => void) {
    this.#time = time
    this.#giveUp = giveUp
  }

  start(): void {
    this.#cancel = this.#time.after(LOOK_MS, () => this.#look())
  }

  stop(): void {
    this.#cancel()
  }

  /** Something came: so many objects are there now. `partial`: a piece of a line alone, as of a large object. */
  came(objects: number, partial: boolean): void {
    const first = this.#objects === 0 && objects > 0
    this.#objects = objects
    if (first || partial || objects - this.#since.objects >= STANDSTILL_OBJECTS)
      this.#since = { objects, looks: 0 }
  }

  #look(): void {
    this.#looks++
    this.#since.looks++
    const least = this.#objects === 0 ? NOTHING_LOOKS : STANDSTILL_LOOKS
    if (this.#looks >= MOST_LOOKS || this.#since.looks >= least)
      this.#giveUp(new Stalled(`no end after ${this.#looks} s and ${this.#objects} objects`))
    else this.start()
  }
}
