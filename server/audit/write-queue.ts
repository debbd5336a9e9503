import { background } from '../core/background.ts'

/** Limit of the lines of each priority that wait to be written. */
const MAX_WAITING = 1000

/** Priority of a line: those of writes are written before others. */
export type Priority = 'write' | 'other'

/** Runs jobs one at a time. Those of writes have places of their own and go first. */
export class WriteQueue {
  readonly #waiting: Record<Priority, (() => Promise<void>)[]> = { write: [], other: [] }
  #isRunning = false

  /** Whether another job of this priority may wait. */
  hasRoom(priority: Priority): boolean {
    return this.#waiting[priority].length < MAX_WAITING
  }

  /** Runs a job in its turn, and settles as it does. */
  run<T>(priority: Priority, job: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting[priority].push(() => job().then(resolve, reject))
    if (!this.#isRunning) background('writing audit records', () => this.#runAll())
    return promise
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    const { write, other } = this.#waiting
    for (let job = write.shift() ?? other.shift(); job !== undefined; job = write.shift() ?? other.shift())
      await job()
    this.#isRunning = false
  }
}
