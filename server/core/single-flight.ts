interface Flight {
  answer: Promise<unknown>
  waiting: number
  abort: AbortController
}

/**
 * Single-flight: identical reads in flight share one call to the cluster. The call is aborted only when every
 * waiting caller has left.
 */
export class SingleFlight {
  readonly #open = new Map<string, Flight>()

  /**
   * Waits for the result of `start`, or of the call already in flight under this key. Rejects with the
   * signal's reason when it fires.
   */
  async run<T>(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
        reject(signal.reason instanceof Error ? signal.reason : new Error('the client disconnected'))
      }
      flight.waiting++
      signal.addEventListener('abort', left)
      flight.answer.then(
        (answer) => {
          leave()
          // Callers under one key make the same read, so the result has the same type.
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
