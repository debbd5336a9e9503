import { background } from './background.ts'

export interface PolledFileOptions<T> {
  /** Name for the report of unexpected failures. */
  readonly name: string
  readonly everyMs: number
  /** Runs a callback once after a delay; the returned function cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  /** Reads and checks the content; undefined: there is none yet. Rejects for unusable content. */
  readonly read: () => Promise<T | undefined>
  readonly isSame: (one: T, other: T) => boolean
  /** Applies changed content. */
  readonly apply: (content: T) => void
  /** Reports unusable content, once for each message; the last good content stays in use. */
  readonly reject: (reason: string) => void
  /** Returns the message for an error of `read` or `apply`, without the content of the file. */
  readonly reasonFor: (error: unknown) => string
  /** Called after each check, whether or not anything changed. */
  readonly onCheck?: () => void
}

/**
 * Content of files that change while the process runs, such as a mounted Secret. It is polled and compared, because the
 * kubelet swaps a symlink above the files, and no notification tells when.
 */
export class PolledFile<T> {
  readonly #options: PolledFileOptions<T>
  #content: T | undefined
  /** Message of the last check, so that each is reported once. */
  #lastReason = ''
  #checking: Promise<void> | undefined
  #cancel: () => void = () => undefined
  #stopped = false

  /** `content` is in use already; undefined: nothing is. */
  constructor(options: PolledFileOptions<T>, content?: T) {
    this.#options = options
    this.#content = content
  }

  /** Polls from now on; the first check is an interval away. */
  start(): void {
    if (this.#stopped) return
    const { name, everyMs, after } = this.#options
    this.#cancel = after(everyMs, () =>
      background(
        `a check of ${name}`,
        () => this.check().then(() => this.start()),
        () => this.start(),
      ),
    )
  }

  stop(): void {
    this.#stopped = true
    this.#cancel()
  }

  /** Reads the content now, and applies it if it has changed. Checks do not overlap. */
  async check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined))
    return this.#checking
  }

  async #check(): Promise<void> {
    const { read, isSame, apply, reject, reasonFor, onCheck } = this.#options
    try {
      const content = await read()
      if (this.#stopped || content === undefined) return
      if (this.#content === undefined || !isSame(content, this.#content)) {
        apply(content)
        this.#content = content
      }
      this.#lastReason = ''
    } catch (error) {
      const reason = reasonFor(error)
      if (reason !== this.#lastReason) reject(reason)
      this.#lastReason = reason
    }
    onCheck?.()
  }
}
