import { pause, type Clock } from '../../../core/clock.ts'
import { FairQueue } from '../../../core/fair-queue.ts'

/** Pause between two writes to a repository, as GitHub asks for. */
const BETWEEN_MS = 1000
const QUEUE = {
  subject: 'writes to this repository',
  running: 1,
  runningPerCaller: 1,
  waitingPerCaller: 4,
  waiting: 32,
} as const

interface PacedRepository {
  readonly queue: FairQueue
  /** Work that runs or waits. */
  work: number
  lastAt: number
}

/** Order of writes: one at a time per repository, a second apart. */
export class WritePace {
  readonly #time: Clock
  readonly #repositories = new Map<string, PacedRepository>()

  constructor(time: Clock) {
    this.#time = time
  }

  /** Runs the work when it is its turn; rejects as FairQueue does. */
  async run<T>(repository: string, caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const key = repository.toLowerCase()
    const paced = this.#repositories.get(key) ?? { queue: new FairQueue(QUEUE), work: 0, lastAt: -Infinity }
    this.#repositories.set(key, paced)
    paced.work++
    try {
      return await paced.queue.run(caller, signal, async () => {
        const waitMs = paced.lastAt + BETWEEN_MS - this.#time.now()
        if (waitMs > 0) await pause(this.#time, waitMs, signal)
        signal.throwIfAborted()
        try {
          return await work()
        } finally {
          paced.lastAt = this.#time.now()
        }
      })
    } finally {
      paced.work--
      // The time of the last write is kept until the next repository is written to.
      for (const [name, { work: left, lastAt }] of this.#repositories)
        if (left === 0 && this.#time.now() - lastAt > BETWEEN_MS) this.#repositories.delete(name)
    }
  }
}
