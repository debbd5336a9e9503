import type { MemoryAccount, MemoryLedger } from '../../core/memory-ledger.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'

/** Lists are few, but callers choose their selectors. */
const MAX_LISTS = 512
/** Approximate memory of an entry besides its list. */
const ENTRY_BYTES = 512

/** A store and the fingerprint of the state a list was computed from. */
export interface ListDependencies {
  store: object
  changed: string
}

/** The state of the stores that a list is computed from, its projection and the time in milliseconds since 1970. */
export interface ListState {
  readonly dependencies: readonly ListDependencies[]
  readonly view: object
  readonly now: number
}

interface CachedList<P> {
  readonly dependencies: readonly ListDependencies[]
  readonly view: object
  /** Time at which the list was computed, in milliseconds since 1970. */
  readonly computedAt: number
  readonly pending: Promise<P>
  list: P | undefined
  /** The last complete list of the same stores, until this one is complete. */
  previous: P | undefined
}

/**
 * Cache of serialized whole lists. A list is serialized on first use and kept until the stores it was
 * computed from change. The least recently used lists are evicted first, within the limit of the memory ledger.
 */
export class SerializedListCache<P extends SerializedBody<unknown>> {
  /** By key, the least recently used first. */
  readonly #lists = new Map<string, CachedList<P>>()
  readonly #account: MemoryAccount

  constructor(ledger: MemoryLedger) {
    this.#account = ledger.open('lists', () => this.#evict())
  }

  /**
   * Returns the list of this key for the current state of the stores. Without a valid cached list, `make`
   * serializes one, reusing the previous list of the same stores.
   */
  async list(key: string, state: ListState, make: (before: P | undefined) => Promise<P>): Promise<P> {
    const { dependencies, view, now } = state
    const cached = this.#lists.get(key)
    if (cached !== undefined && isValid(cached, dependencies, view, now)) {
      this.#lists.delete(key)
      this.#lists.set(key, cached)
      // The caller who began it may have left, or failed to get a turn.
      return cached.list ?? cached.pending.catch(async () => this.list(key, state, make))
    }
    if (cached !== undefined) this.#drop(key, cached)
    const previous =
      cached !== undefined && isFor(cached, dependencies, view) ? (cached.list ?? cached.previous) : undefined
    const fresh: CachedList<P> = {
      dependencies,
      view,
      computedAt: now,
      pending: make(previous),
      list: undefined,
      previous,
    }
    this.#lists.set(key, fresh)
    try {
      const list = await fresh.pending
      fresh.list = list
      fresh.previous = undefined
      if (this.#lists.get(key) === fresh) this.#account.add(list.weight + ENTRY_BYTES)
      while (this.#lists.size > MAX_LISTS && this.#evict());
      return list
    } catch (error) {
      if (this.#lists.get(key) === fresh) this.#lists.delete(key)
      throw error
    }
  }

  /** Drops everything: the context is not served any more. */
  close(): void {
    this.#lists.clear()
    this.#account.close()
  }

  #evict(): boolean {
    const [oldest] = this.#lists
    if (oldest !== undefined) this.#drop(...oldest)
    return oldest !== undefined
  }

  #drop(key: string, cached: CachedList<P>): void {
    this.#lists.delete(key)
    if (cached.list !== undefined) this.#account.remove(cached.list.weight + ENTRY_BYTES)
  }
}

/** Whether a cached list has the same stores, in any state, and the same projection. */
function isFor(
  cached: CachedList<unknown>,
  dependencies: readonly ListDependencies[],
  view: object,
): boolean {
  return (
    cached.view === view &&
    cached.dependencies.length === dependencies.length &&
    cached.dependencies.every(({ store }, at) => store === dependencies[at]?.store)
  )
}

function isValid(
  cached: CachedList<SerializedBody<unknown>>,
  dependencies: readonly ListDependencies[],
  view: object,
  now: number,
): boolean {
  if (!isFor(cached, dependencies, view) || now < cached.computedAt) return false
  if (cached.list !== undefined && now >= cached.list.expiresAt) return false
  return cached.dependencies.every(({ changed }, at) => changed === dependencies[at]?.changed)
}
