import type { Time } from '../time.ts'

/** A watch said nothing for longer than the API server stays silent: the connection is taken for dead. */
export class Silent extends Error {}

/** Ends what is fed when it was not fed for some time. */
export class Watchdog {
  readonly #time: Time
  readonly #bark: (reason: Silent) => void
  #cancel: () => void = () => undefined

  constructor(time: Time, bark: (reason: Silent) => void) {
    this.#time = time
    this.#bark = bark
  }

  /** The next sign of life must come within so many milliseconds. */
  expect(withinMs: number): void {
    this.#cancel()
    this.#cancel = this.#time.after(withinMs, () => this.#bark(new Silent(`silent for ${withinMs} ms`)))
  }

  stop(): void {
    this.#cancel()
  }
}
