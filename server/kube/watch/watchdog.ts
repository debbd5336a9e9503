import type { Time } from '../time.ts'

/** A watch said nothing for longer than the API server stays silent: the connection is taken for dead. */
export class Silent extends Error {}

/** Ends what is fed when it was not fed for some time. To feed it costs no timer: the one that runs looks when it was fed last. */
export class Watchdog {
  readonly #time: Time
  readonly #bark: (reason: Silent) => void
  #withinMs = 0
  #fedAt = 0
  /** When the timer that runs goes off; infinite where none does. */
  #looksAt = Infinity
  #cancel: () => void = () => undefined

  constructor(time: Time, bark: (reason: Silent) => void) {
    this.#time = time
    this.#bark = bark
  }

  /** The next sign of life must come within so many milliseconds. */
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
    else this.#bark(new Silent(`silent for ${this.#withinMs} ms`))
  }
}
