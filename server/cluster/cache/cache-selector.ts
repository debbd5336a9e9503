import type { Dependencies, Freshness } from '../../core/dependencies.ts'
import type { ReadConsistency } from '../../core/read-consistency.ts'
import type { Decision, AccessReviewCache } from '../access/access-review-cache.ts'
import type { RbacSource } from '../access/rbac-hints.ts'
import type { Kind } from '../kind.ts'
import { scopesOf } from '../access/scopes.ts'
import type { CacheStatusRecorder } from '../read/cache-status.ts'
import type { CachedObject } from './cached-object.ts'
import type { Reflector } from './reflector.ts'
import type { Selector } from './compiled-selector.ts'
import type { CacheManager } from './cache-manager.ts'
import type { WriteTracker } from '../write/write-tracker.ts'

export interface CacheSelectorOptions {
  grants: RbacSource
  reviews: AccessReviewCache
  caches: CacheManager
  writes: WriteTracker
}

/** A reflector that covers part of a read: one namespace, or all of them. */
export interface CachePart<T> {
  reflector: Reflector<T>
  namespace: string | undefined
}

type Verb = 'get' | 'list'

/** After a disconnection of this length a cache is used only while the API server is unreachable. */
const MAX_DEGRADED_MS = 60_000

/**
 * Chooses the caches that may serve one request. A cache qualifies if it is synced, recent enough, includes
 * every write the caller must see (read-your-writes) and holds only objects the service is authorized to read
 * at this moment. Records the cache status and the dependencies of the response.
 */
export class CacheSelector {
  readonly #options: CacheSelectorOptions
  readonly #signal: AbortSignal
  readonly #consistency: ReadConsistency
  readonly #served: CacheStatusRecorder
  readonly #reads: ReadDependency[] = []

  constructor(
    options: CacheSelectorOptions,
    signal: AbortSignal,
    consistency: ReadConsistency,
    served: CacheStatusRecorder,
  ) {
    this.#options = options
    this.#signal = signal
    this.#consistency = consistency
    this.#served = served
  }

  /** Dependencies of the reads so far; undefined if any read did not come from a cache. */
  get dependencies(): ReadDependencies | undefined {
    const { use } = this.#served
    return this.#reads.length > 0 && (use === 'hit' || use === 'stale')
      ? new ReadDependencies(this.#reads)
      : undefined
  }

  /**
   * Returns the caches that together hold a kind in a namespace, or in all granted ones; undefined: read from
   * the API server.
   */
  async select<T>(
    verb: Verb,
    kind: Kind<T>,
    namespace: string | undefined,
  ): Promise<CachePart<T>[] | undefined> {
    if (this.#consistency.bypassCache) {
      this.#served.record('bypass')
      return undefined
    }
    const parts: CachePart<T>[] = []
    for (const scope of scopesOf(kind, namespace, this.#options.grants)) {
      const reflector = await this.#reflector(verb, kind, scope)
      if (reflector === undefined) return undefined
      parts.push({ reflector, namespace: scope })
    }
    return parts
  }

  /** Records a read as a dependency; `same` returns whether the read would give the same result. */
  track<T>(verb: Verb, { reflector, namespace }: CachePart<T>, same: () => boolean): void {
    const { reviews, writes } = this.#options
    const { kind } = reflector.store
    const decided = reviews.bind({ verb, kind, namespace })
    this.#reads.push(() => {
      if (!same()) return undefined
      const decision = decided()
      if (decision === undefined || !writes.isVisible(reflector.store, undefined)) return undefined
      const use = cacheStatusOf(reflector, decision)
      if (use === undefined) return undefined
      reflector.use()
      return { use, ageMs: reflector.ageMs }
    })
  }

  /** Whether cached objects of a kind may be shown now; throws if that was undecided for too long. */
  async isAuthorized(verb: Verb, kind: Kind<unknown>, namespace: string | undefined): Promise<boolean> {
    for (const scope of scopesOf(kind, namespace, this.#options.grants))
      if (!(await this.#decided(verb, kind, scope)).allowed) return false
    return true
  }

  async #reflector<T>(
    verb: Verb,
    kind: Kind<T>,
    namespace: string | undefined,
  ): Promise<Reflector<T> | undefined> {
    const reflector = this.#options.caches.find(kind, namespace)
    if (reflector?.store.version === undefined) return undefined
    const use = cacheStatusOf(reflector, await this.#decided(verb, kind, namespace))
    if (use === undefined || !(await this.#isCurrent(reflector))) return undefined
    this.#served.record(use, reflector.ageMs)
    return reflector
  }

  async #decided(verb: Verb, kind: Kind<unknown>, namespace: string | undefined): Promise<Decision> {
    const checked = this.#options.reviews.check({ verb, kind, namespace })
    const decision = checked instanceof Promise ? await checked : checked
    if (!decision.allowed && verb === 'list') this.#options.caches.evict(kind, namespace)
    return decision
  }

  /** Whether the store includes the writes and the version this caller must see; waits a moment for them. */
  async #isCurrent<T>(reflector: Reflector<T>): Promise<boolean> {
    const { store } = reflector
    const { atLeast: minimum } = this.#consistency
    const least = minimum?.resource === store.kind.plural ? minimum.version : undefined
    return this.#options.writes.waitUntilVisible(store, least, this.#signal)
  }
}

/** Returns the selected objects of each part, in order. */
export function selectObjects<T>(parts: readonly CachePart<T>[], selector: Selector<T>): CachedObject<T>[][] {
  return parts.map(({ reflector, namespace }) => reflector.store.select(namespace, selector))
}

/** Returns the cache status of a response served from this reflector; undefined if it must not be served. */
function cacheStatusOf<T>(
  reflector: Reflector<T>,
  { allowed, stale }: Decision,
): Freshness['use'] | undefined {
  const { state, store } = reflector
  if (!allowed || store.version === undefined) return undefined
  if (state === 'live') return stale ? 'stale' : 'hit'
  if (state !== 'degraded' || (!stale && reflector.ageMs > MAX_DEGRADED_MS)) return undefined
  return 'stale'
}

/**
 * One cached read: returns its freshness; undefined if it would read something else now, if the cache is gone, or if
 * the right to it is not known.
 */
export type ReadDependency = () => Freshness | undefined

/** Approximate memory of a read. */
const READ_BYTES = 512

/** The reads a response was computed from: as fresh as the oldest of them, and valid while all of them are. */
export class ReadDependencies implements Dependencies {
  readonly #reads: readonly ReadDependency[]

  constructor(reads: readonly ReadDependency[]) {
    this.#reads = reads
  }

  get weight(): number {
    return READ_BYTES * this.#reads.length
  }

  freshnessFor(): Freshness | undefined {
    return oldestFreshness(this.#reads, (read) => read())
  }
}

/** Returns the freshness of data from several origins: that of the oldest. Undefined if one of them has none. */
export function oldestFreshness<T>(
  origins: readonly T[],
  freshnessOf: (origin: T) => Freshness | undefined,
): Freshness | undefined {
  const oldest: Freshness = { use: 'hit', ageMs: 0 }
  for (const origin of origins) {
    const freshness = freshnessOf(origin)
    if (freshness === undefined) return undefined
    if (freshness.use === 'stale') oldest.use = 'stale'
    if (freshness.ageMs > oldest.ageMs) oldest.ageMs = freshness.ageMs
  }
  return oldest
}
