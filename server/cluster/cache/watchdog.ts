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
  #looksAt = Infinity
  #cancel: () => void = () => undefined

  constructor(time: Clock, bark: (reason: SilentWatchError) => void) {
    this.#time = time
    this.#bark = bark
  }

  /** Records activity; the next one has to follow within this many milliseconds. */
  expect(withinMs: number): void {
    this.#withinMs = withinMs
    this.#fedAt = this.#time.now()
    if (this.#fedAt + withinMs < this.#looksAt) this.#lookAfter(withinMs)
  }

  stop(): void {
    this.#cancel()
    this.#looksAt = Infinity
  }

  #lookAfter(milliseconds: number): void {
    this.#cancel()
    this.#looksAt = this.#time.now() + milliseconds
    this.#cancel = this.#time.after(milliseconds, () => this.#look())
  }

  #look(): void {
    this.#looksAt = Infinity
    const leftMs = this.#fedAt + this.#withinMs - this.#time.now()
    if (leftMs > 0) this.#lookAfter(leftMs)
    else this.#bark(new SilentWatchError(`silent for ${this.#withinMs} ms`))
  }
}
