import { ModelError } from './model-error.ts'

/** Part of the day's tokens that one caller may use. */
const CALLER_SHARE = 1 / 5
const DAY_MS = 24 * 60 * 60 * 1000

export interface TokenBudgetOptions {
  readonly perDay: number
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Tokens that are set aside for one call. */
export interface Reservation {
  /** Replaces the reserved tokens by those that were used; counts once. */
  settle(used: number): void
}

/** Budget of tokens of this process for a day (UTC), of which each caller has a fifth. */
export class TokenBudget {
  readonly #options: TokenBudgetOptions
  #day = -1
  #used = 0
  #byCaller = new Map<string, number>()

  constructor(options: TokenBudgetOptions) {
    this.#options = options
  }

  get perDay(): number {
    return this.#options.perDay
  }

  /** Tokens of the day, reserved ones included. */
  get used(): number {
    this.#turn()
    return this.#used
  }

  /** Sets tokens aside. Throws ModelError if the day's tokens, or those of the caller, do not suffice. */
  reserve(caller: string, tokens: number): Reservation {
    this.#turn()
    const { perDay } = this.#options
    const share = Math.floor(perDay * CALLER_SHARE)
    if (this.#used + tokens > perDay)
      throw new ModelError('budget', `the budget of ${perDay} tokens a day does not suffice: ask tomorrow`)
    if ((this.#byCaller.get(caller) ?? 0) + tokens > share)
      throw new ModelError('budget', `your budget of ${share} tokens a day does not suffice: ask tomorrow`)
    this.#add(caller, tokens)
    const day = this.#day
    let isOpen = true
    return {
      settle: (used) => {
        this.#turn()
        // A call of the day before is not charged to this one.
        if (isOpen && day === this.#day) this.#add(caller, used - tokens)
        isOpen = false
      },
    }
  }

  #add(caller: string, tokens: number): void {
    this.#used += tokens
    this.#byCaller.set(caller, (this.#byCaller.get(caller) ?? 0) + tokens)
  }

  #turn(): void {
    const day = Math.floor(this.#options.clock() / DAY_MS)
    if (day === this.#day) return
    this.#day = day
    this.#used = 0
    this.#byCaller = new Map()
  }
}
