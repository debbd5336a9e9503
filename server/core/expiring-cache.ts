import { LRUCache } from 'lru-cache'
import type { MemoryAccount, MemoryHolder, MemoryLedger } from './memory-ledger.ts'

/** Longest time for which an expired entry stays in memory while entries are added. */
const SWEEP_MS = 30_000
/** Approximate memory of an entry besides its value. */
const ENTRY_BYTES = 256

export interface ExpiringCacheOptions<V> {
  /** Number of entries. */
  readonly max: number
  readonly now: () => number
  readonly ledger: MemoryLedger
  readonly holder: MemoryHolder
  /** Returns the approximate memory of a value, in bytes. */
  readonly weigh: (value: V) => number
}

interface ExpiringEntry<V> {
  readonly value: V
  readonly expiresAt: number
  readonly bytes: number
}

/**
 * Bounded cache whose entries expire, accounted for in the memory ledger. Expired entries are swept while others are
 * added; over the limit the least recently used one is dropped.
 */
export class ExpiringCache<V extends object> {
  readonly #entries: LRUCache<string, ExpiringEntry<V>>
  readonly #account: MemoryAccount
  readonly #now: () => number
  readonly #weigh: (value: V) => number
  #sweepAt = -Infinity

  constructor({ max, now, ledger, holder, weigh }: ExpiringCacheOptions<V>) {
    this.#account = ledger.open(holder, () => this.#entries.pop() !== undefined)
    this.#entries = new LRUCache({ max, dispose: ({ bytes }) => this.#account.remove(bytes) })
    this.#now = now
    this.#weigh = weigh
  }

  /** Number of entries in memory, expired ones included. */
  get size(): number {
    return this.#entries.size
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && this.#now() < entry.expiresAt ? entry.value : undefined
  }

  set(key: string, value: V, expiresAt: number): void {
    this.#sweep()
    const bytes = ENTRY_BYTES + key.length + this.#weigh(value)
    this.#entries.set(key, { value, expiresAt, bytes })
    this.#account.add(bytes)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  #sweep(): void {
    const now = this.#now()
    if (now < this.#sweepAt) return
    this.#sweepAt = now + SWEEP_MS
    const expired = [...this.#entries.entries()].filter(([, { expiresAt }]) => expiresAt <= now)
    for (const [key] of expired) this.#entries.delete(key)
  }
}
