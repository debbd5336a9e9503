import type { SerializedBody } from '../../core/serialized-body.ts'

const MAX_PAGES = 512
const MAX_BYTES = 48 * 1024 * 1024

/** A store and the fingerprint of the state a list was computed from. */
export interface ListDependencies {
  store: object
  changed: string
}

interface CachedList<P> {
  ground: readonly ListDependencies[]
  view: object
  from: number
  page: Promise<P>
  made: P | undefined
  /** The last complete list of the same stores, until this one is complete. */
  before: P | undefined
}

/**
 * Cache of serialized whole lists. A list is serialized on first use and kept until the stores it was
 * computed from change. The oldest lists are evicted first.
 */
export class SerializedListCache<P extends SerializedBody<unknown>> {
  readonly #held = new Map<string, CachedList<P>>()
  #bytes = 0

  /**
   * Returns the list of this key for the current state of the stores. Without a valid cached list, `make`
   * serializes one, reusing the previous list of the same stores.
   */
  async list(
    key: string,
    { ground, view, now }: { ground: readonly ListDependencies[]; view: object; now: number },
    make: (before: P | undefined) => Promise<P>,
  ): Promise<P> {
    const held = this.#held.get(key)
    if (held !== undefined && isValid(held, ground, view, now)) {
      return held.made ?? held.page
    }
    if (held !== undefined) this.#drop(key, held)
    const before = held !== undefined && isFor(held, ground, view) ? (held.made ?? held.before) : undefined
    const fresh: CachedList<P> = { ground, view, from: now, page: make(before), made: undefined, before }
    this.#held.set(key, fresh)
    try {
      fresh.made = await fresh.page
      fresh.before = undefined
    } catch (error) {
      if (this.#held.get(key) === fresh) this.#held.delete(key)
      throw error
    }
    if (this.#held.get(key) === fresh) this.#bytes += fresh.made.bytes.length
    this.#makeRoom()
    return fresh.made
  }

  #makeRoom(): void {
    for (const [key, held] of this.#held) {
      if (this.#held.size <= MAX_PAGES && this.#bytes <= MAX_BYTES) return
      this.#drop(key, held)
    }
  }

  #drop(key: string, held: CachedList<P>): void {
    this.#held.delete(key)
    if (held.made !== undefined) this.#bytes -= held.made.bytes.length
  }
}

/** Whether a cached list has the same stores, in any state, and the same projection. */
function isFor(held: CachedList<unknown>, ground: readonly ListDependencies[], view: object): boolean {
  return (
    held.view === view &&
    held.ground.length === ground.length &&
    held.ground.every(({ store }, at) => store === ground[at]?.store)
  )
}

function isValid(
  held: CachedList<SerializedBody<unknown>>,
  ground: readonly ListDependencies[],
  view: object,
  now: number,
): boolean {
  if (!isFor(held, ground, view) || now < held.from) return false
  if (held.made !== undefined && now >= held.made.expiresAt) return false
  return held.ground.every(({ changed }, at) => changed === ground[at]?.changed)
}
