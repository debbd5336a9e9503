interface Flight {
  answer: Promise<unknown>
  waiting: number
  abort: AbortController
}

/** Joins identical reads that are under way: one goes to the cluster, and it ends early only when nobody waits any more. */
export class Flights {
  readonly #open = new Map<string, Flight>()

  /** Waits for the answer of `start`, or of one already under way by this key. Rejects when the signal fires, as it says. */
  async join<T>(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    let flight = this.#open.get(key)
    if (flight === undefined) {
      const abort = new AbortController()
      flight = { answer: start(abort.signal), waiting: 0, abort }
      this.#open.set(key, flight)
      const landed = (): void => this.#forget(key, abort)
      flight.answer.then(landed, landed)
    }
    return this.#wait<T>(key, flight, signal)
  }

  #wait<T>(key: string, flight: Flight, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener('abort', left)
        flight.waiting--
      }
      const left = (): void => {
        leave()
        if (flight.waiting === 0) {
          this.#forget(key, flight.abort)
          flight.abort.abort(signal.reason)
        }
        reject(signal.reason instanceof Error ? signal.reason : new Error('the caller left'))
      }
      flight.waiting++
      signal.addEventListener('abort', left)
      flight.answer.then(
        (answer) => {
          leave()
          // Whoever joined asks the same question, so the answer is of the same type.
          resolve(answer as T)
        },
        (error: unknown) => {
          leave()
          reject(error instanceof Error ? error : new Error('unknown failure'))
        },
      )
    })
  }

  #forget(key: string, abort: AbortController): void {
    if (this.#open.get(key)?.abort === abort) this.#open.delete(key)
  }
}
