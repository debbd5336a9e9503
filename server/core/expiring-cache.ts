import { LRUCache } from 'lru-cache'

/** Longest time for which an expired entry stays in memory while entries are added. */
const SWEEP_MS = 30_000

/**
 * Bounded cache whose entries expire. Expired entries are swept while others are added; over the limit the least recently
 * used one is dropped.
 */
export class ExpiringCache<V extends object> {
  readonly #entries: LRUCache<string, { readonly value: V; readonly expiresAt: number }>
  readonly #now: () => number
  #sweepAt = -Infinity

  /** Creates a cache of at most `max` entries, which expire by this clock. */
  constructor(max: number, now: () => number) {
    this.#entries = new LRUCache({ max })
    this.#now = now
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
    this.#entries.set(key, { value, expiresAt })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  #sweep(): void {
    const now = this.#now()
    if (now < this.#sweepAt) return
    this.#sweepAt = now + SWEEP_MS
    for (const [key, { expiresAt }] of this.#entries.entries())
      if (expiresAt <= now) this.#entries.delete(key)
  }
}
