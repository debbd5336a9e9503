/** The part of a budget that one cache uses. */
export interface BudgetAccount {
  /** Accounts for added bytes; entries are evicted, possibly of other caches, until all fit the budget. */
  add(bytes: number): void
  remove(bytes: number): void
  /** Returns everything to the budget: the cache is not used any more. */
  close(): void
}

/**
 * Memory budget in bytes that several caches share, so that their limits do not add up. Over the limit, the cache that
 * uses the most evicts its least recently used entries.
 */
export class ByteBudget {
  readonly #limit: number
  readonly #accounts = new Set<{ bytes: number; readonly evict: () => boolean }>()
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get used(): number {
    return this.#used
  }

  /** Opens an account. `evict` drops the least recently used entry and removes its bytes; false: there is none. */
  open(evict: () => boolean): BudgetAccount {
    const account = { bytes: 0, evict }
    this.#accounts.add(account)
    const change = (bytes: number): void => {
      account.bytes += bytes
      this.#used += bytes
    }
    return {
      add: (bytes) => {
        change(bytes)
        this.#makeRoom()
      },
      remove: (bytes) => change(-bytes),
      close: () => {
        this.#used -= account.bytes
        this.#accounts.delete(account)
      },
    }
  }

  #makeRoom(): void {
    const largestFirst = [...this.#accounts].toSorted((one, other) => other.bytes - one.bytes)
    for (const { evict } of largestFirst) while (this.#used > this.#limit && evict());
  }
}
