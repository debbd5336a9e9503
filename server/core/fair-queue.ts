import { TooManyRequestsError, UnavailableError } from './errors.ts'

/** A place is likely to become free within this time. */
const RETRY_SECONDS = 5

export interface FairQueueOptions {
  /** The work in the plural, for messages: `lists at a version`. */
  subject: string
  /** Work that runs at a time. */
  running: number
  /** Work of one caller that runs at a time; half of `running` unless set, rounded up. */
  runningPerCaller?: number
  /** Work of one caller that may wait. */
  waitingPerCaller: number
  /** Work of all callers that may wait. */
  waiting: number
}

interface WaitingWork {
  /** Turn on which the work starts; the work that came first goes first among the same. */
  readonly turn: number
  readonly arrival: number
  readonly start: () => void
}

interface CallerQueue {
  running: number
  /** Oldest first. */
  readonly waiting: Set<WaitingWork>
  /** Turn of this caller's next work: one after its last. */
  nextTurn: number
}

/**
 * Queue of costly work with a line per caller: callers take turns, so that none waits for all the work of another.
 * The lines are bounded, each and together. The order is that of start-time fair queueing with equal costs.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #runningPerCaller: number
  /** Callers with work that runs or waits. */
  readonly #callers = new Map<string, CallerQueue>()
  #running = 0
  #waiting = 0
  /** Latest turn of which work has started; the first turn of a caller that joins. */
  #turn = 0
  #arrivals = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
    this.#runningPerCaller = options.runningPerCaller ?? Math.ceil(options.running / 2)
  }

  /**
   * Runs the work at the caller's turn. Rejects with TooManyRequestsError if too much of this caller's work waits, and
   * with UnavailableError if too much of all callers does, or if the deadline of the request passes and a part of its
   * time was spent waiting. Once the work runs, it has to heed the signal by itself.
   */
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    this.#requireOpen(signal)
    const queue = this.#callers.get(caller) ?? { running: 0, waiting: new Set(), nextTurn: 0 }
    this.#requireRoom(queue)
    this.#callers.set(caller, queue)
    const waits = !this.#isFreeFor(queue)
    try {
      await this.#started(queue, signal)
    } finally {
      this.#forgetIdle(caller, queue)
    }
    try {
      this.#requireOpen(signal)
      return await work()
    } catch (error) {
      // The wait took a part of the time that the work had.
      throw waits && signal.aborted ? this.#reasonOf(signal) : error
    } finally {
      queue.running--
      this.#running--
      this.#forgetIdle(caller, queue)
      this.#startNext()
    }
  }

  /** Waits until it is the turn of this work. */
  #started(queue: CallerQueue, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const turn = Math.max(this.#turn, queue.nextTurn)
    const work: WaitingWork = {
      turn,
      arrival: this.#arrivals++,
      start: () => {
        leave()
        resolve()
      },
    }
    const left = (): void => {
      leave()
      reject(this.#reasonOf(signal))
    }
    const leave = (): void => {
      signal.removeEventListener('abort', left)
      queue.waiting.delete(work)
      this.#waiting--
    }
    queue.nextTurn = turn + 1
    queue.waiting.add(work)
    this.#waiting++
    signal.addEventListener('abort', left)
    this.#startNext()
    return promise
  }

  /** Starts work while places are free. */
  #startNext(): void {
    while (this.#running < this.#options.running) {
      const next = this.#next()
      if (next === undefined) return
      const { queue, work } = next
      queue.running++
      this.#running++
      this.#turn = Math.max(this.#turn, work.turn)
      work.start()
    }
  }

  #next(): { queue: CallerQueue; work: WaitingWork } | undefined {
    let next: { queue: CallerQueue; work: WaitingWork } | undefined
    for (const queue of this.#callers.values()) {
      const [work] = queue.waiting
      if (work === undefined || queue.running >= this.#runningPerCaller) continue
      if (next === undefined || isBefore(work, next.work)) next = { queue, work }
    }
    return next
  }

  #isFreeFor({ running }: CallerQueue): boolean {
    return this.#running < this.#options.running && running < this.#runningPerCaller
  }

  #requireRoom(queue: CallerQueue): void {
    const { subject, waitingPerCaller } = this.#options
    if (this.#isFreeFor(queue)) return
    if (queue.waiting.size >= waitingPerCaller)
      throw new TooManyRequestsError(
        `too many ${subject} are waiting (limit ${waitingPerCaller}): retry later`,
        RETRY_SECONDS,
      )
    if (this.#waiting >= this.#options.waiting)
      throw new UnavailableError(
        `too many ${subject} of all callers are waiting (limit ${this.#options.waiting}): retry later, another replica may accept it`,
        RETRY_SECONDS,
      )
  }

  #requireOpen(signal: AbortSignal): void {
    if (signal.aborted) throw this.#reasonOf(signal)
  }

  /** Returns the error of work that had to wait: the deadline passed because of load, or the caller left. */
  #reasonOf({ reason }: AbortSignal): Error {
    if (reason instanceof Error && reason.name !== 'TimeoutError') return reason
    return new UnavailableError(
      `too many ${this.#options.subject} are running: this one was not done before the deadline of the request; retry later`,
      RETRY_SECONDS,
    )
  }

  #forgetIdle(caller: string, { running, waiting }: CallerQueue): void {
    if (running === 0 && waiting.size === 0) this.#callers.delete(caller)
  }
}

function isBefore(one: WaitingWork, other: WaitingWork): boolean {
  return one.turn < other.turn || (one.turn === other.turn && one.arrival < other.arrival)
}
