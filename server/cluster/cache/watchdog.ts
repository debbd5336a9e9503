import type { Clock } from '../../core/clock.ts'

/** The watch was silent for longer than the API server ever is, so the connection counts as dead. */
export class SilentWatchError extends Error {}

/**
 * Time-out that every sign of activity postpones. Postponing costs no timer: the running timer compares the
 * time of the last activity.
 */
export class Watchdog {
  readonly #time: Clock
  readonly #bark: (reason: SilentWatchError) => void
  #withinMs = 0
  #fedAt = 0
  /** Time at which the running timer fires; Infinity without a timer. */
  #checkAt = Infinity
  #cancel: () => void = () => undefined

  constructor(time: Clock, bark: (reason: SilentWatchError) => void) {
    this.#time = time
    this.#bark = bark
  }

  /** Records activity; the next one has to follow within this many milliseconds. */
  expect(withinMs: number): void {
    this.#withinMs = withinMs
    this.#fedAt = this.#time.now()
    if (this.#fedAt + withinMs < this.#checkAt) this.#checkAfter(withinMs)
  }

  stop(): void {
    this.#cancel()
    this.#checkAt = Infinity
  }

  #checkAfter(milliseconds: number): void {
    this.#cancel()
    this.#checkAt = this.#time.now() + milliseconds
    this.#cancel = this.#time.after(milliseconds, () => this.#check())
  }

  #check(): void {
    this.#checkAt = Infinity
    const leftMs = this.#fedAt + this.#withinMs - this.#time.now()
    if (leftMs > 0) this.#checkAfter(leftMs)
    else this.#bark(new SilentWatchError(`silent for ${this.#withinMs} ms`))
  }
}
