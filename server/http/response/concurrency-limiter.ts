import { TooManyRequestsError } from '../../core/errors.ts'

/** A place is likely to become free within this time. */
const RETRY_SECONDS = 10

/** Limits open responses of one kind, per caller and in total, so that no caller can take every place. */
export class ConcurrencyLimiter {
  readonly #subject: string
  readonly #perCaller: number
  readonly #perReplica: number
  readonly #open = new Map<string, number>()
  #total = 0

  constructor(subject: string, perCaller: number, perReplica: number) {
    this.#subject = subject
    this.#perCaller = perCaller
    this.#perReplica = perReplica
  }

  /** Takes a place until the returned function is called; throws TooMany if all are taken. */
  acquire(caller: string): () => void {
    const open = this.#open.get(caller) ?? 0
    if (open >= this.#perCaller)
      throw new TooManyRequestsError(
        `limit of ${this.#perCaller} ${this.#subject} per caller reached: close one first`,
        RETRY_SECONDS,
      )
    if (this.#total >= this.#perReplica)
      throw new TooManyRequestsError(
        `limit of ${this.#perReplica} ${this.#subject} per replica reached: try again, another replica may accept it`,
        RETRY_SECONDS,
      )
    this.#open.set(caller, open + 1)
    this.#total++
    return () => this.#leave(caller)
  }

  #leave(caller: string): void {
    this.#total--
    const left = (this.#open.get(caller) ?? 1) - 1
    if (left === 0) this.#open.delete(caller)
    else this.#open.set(caller, left)
  }
}
