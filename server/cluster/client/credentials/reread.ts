import type { Clock } from '../../../core/clock.ts'
import { errorMessage } from '../../../core/errors.ts'
import { PolledFile } from '../../../core/polled-file.ts'

const EVERY_MS = 1000

/** Content of files that is read on demand, at most once a second; the last good content stays in use. */
export class Reread<T> {
  readonly #time: Clock
  readonly #file: PolledFile<T>
  #content: { readonly value: T } | undefined
  #error: unknown
  #checkedAt = -Infinity

  /** `warn` reports unusable content, once for each reason. */
  constructor(name: string, time: Clock, read: () => Promise<T>, warn: (reason: string) => void) {
    this.#time = time
    this.#file = new PolledFile<T>({
      name,
      everyMs: EVERY_MS,
      after: (milliseconds, run) => time.after(milliseconds, run),
      read: async () => {
        try {
          return await read()
        } catch (error) {
          this.#error = error
          throw error
        }
      },
      isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
      apply: (value) => (this.#content = { value }),
      // Without content, `current` throws.
      reject: (reason) => {
        if (this.#content !== undefined) warn(reason)
      },
      reasonFor: errorMessage,
    })
  }

  /** Returns the content, at most a second old; throws the error of `read` if it never succeeded. */
  async current(): Promise<T> {
    if (this.#time.now() - this.#checkedAt >= EVERY_MS) await this.check()
    if (this.#content === undefined) throw this.#error
    return this.#content.value
  }

  /** Reads the files now. */
  async check(): Promise<void> {
    await this.#file.check()
    this.#checkedAt = this.#time.now()
  }
}
