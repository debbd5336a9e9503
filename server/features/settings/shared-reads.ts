import { SingleFlight } from '../../core/single-flight.ts'

/** Reads of one key: their number so far, and the running one. */
interface Turns {
  started: number
  running: Promise<void>
  /** Callers that wait. */
  waiting: number
}

/**
 * Single-flight that never returns a state older than the request. A running read may have passed the store before a write that
 * another replica has answered since, so it is shared only with requests that came before it was sent; later ones share
 * the next read, which begins when the running one ends.
 */
export class SharedReads<K extends string, T> {
  readonly #read: (key: K, signal: AbortSignal) => Promise<T>
  readonly #flights = new SingleFlight()
  readonly #turns = new Map<K, Turns>()

  constructor(read: (key: K, signal: AbortSignal) => Promise<T>) {
    this.#read = read
  }

  async read(key: K, signal: AbortSignal): Promise<T> {
    const turns = this.#turns.get(key) ?? { started: 0, running: Promise.resolve(), waiting: 0 }
    this.#turns.set(key, turns)
    turns.waiting++
    try {
      return await this.#flights.run(`${turns.started} ${key}`, signal, (shared) =>
        this.#next(key, turns, shared),
      )
    } finally {
      turns.waiting--
      if (turns.waiting === 0) this.#turns.delete(key)
    }
  }

  async #next(key: K, turns: Turns, signal: AbortSignal): Promise<T> {
    await turns.running
    signal.throwIfAborted()
    turns.started++
    const reading = this.#read(key, signal)
    turns.running = reading.then(
      () => undefined,
      () => undefined,
    )
    return reading
  }
}
