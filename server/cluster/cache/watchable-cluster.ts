import { ForbiddenByClusterError } from '../../core/errors.ts'
import type { ApiCall } from '../client/api-call.ts'
import type { AccessReviewCache } from '../access/access-review-cache.ts'
import type { RbacSource } from '../access/rbac-hints.ts'
import type { Kind } from '../kind.ts'
import type { DeduplicatedReads } from '../read/deduplicated-reads.ts'
import type { ItemRenderer } from '../read/item-renderer.ts'
import type { Transport } from '../client/transport.ts'
import type { Projection } from '../read/projection.ts'
import type { CachedObject } from './cached-object.ts'
import type { Reflector } from './reflector.ts'
import type { CacheManager } from './cache-manager.ts'

/** The watchable side of one context: its reflectors, and the authorization to show their objects. */
export interface WatchableCluster {
  readonly context: string
  /** Identifies the cluster that resourceVersions belong to; context names can move to another cluster. */
  readonly origin: string
  readonly grants: RbacSource
  /**
   * Resolves if the service may list and watch a kind in a scope. Rejects with ForbiddenByClusterError and the API server's
   * own message if not, and with ClusterError if the API server is unreachable. Denied objects are dropped
   * from the cache.
   */
  authorize(kind: Kind<unknown>, namespace: string | undefined, signal: AbortSignal): Promise<void>
  /** Returns the reflector that covers a scope; undefined if none can be started now: retry later. */
  cacheFor<T>(kind: Kind<T>, namespace: string | undefined): Promise<WatchableCache<T> | undefined>
  /**
   * Renders a cached object as lists do, at `now` (milliseconds since 1970); undefined if it cannot be
   * rendered. Streams get the shape of an object only from here.
   */
  renderItem<T, V>(
    kind: Kind<T>,
    entry: CachedObject<T>,
    view: Projection<T, V>,
    now: number,
  ): string | undefined
}

/** The part of a reflector that streams use. */
export type WatchableCache<T> = Pick<Reflector<T>, 'store' | 'state'>

interface Parts {
  transport: Transport
  reviews: AccessReviewCache
  watches: CacheManager
  renderer: ItemRenderer
  reads: (signal: AbortSignal) => DeduplicatedReads
}

/** The watchable side of a configured context. */
export class WatchableContext implements WatchableCluster {
  readonly #options: Parts

  constructor(options: Parts) {
    this.#options = options
  }

  get context(): string {
    return this.#options.transport.context.name
  }

  get origin(): string {
    const { origin, basePath } = this.#options.transport.context
    return origin + basePath
  }

  get grants(): RbacSource {
    return this.#options.transport.context.grants
  }

  async authorize(kind: Kind<unknown>, namespace: string | undefined, signal: AbortSignal): Promise<void> {
    if (await this.#allowed(kind, namespace)) return
    const scope = namespace === undefined ? {} : { namespace }
    try {
      // The API server's response to the calls themselves decides. List comes first, so that the error is the
      // one a read would give.
      for (const verb of ['list', 'watch'] as const) await this.#request({ verb, kind, ...scope }, signal)
    } catch (error) {
      if (error instanceof ForbiddenByClusterError) this.#options.watches.evict(kind, namespace)
      throw error
    }
  }

  async cacheFor<T>(kind: Kind<T>, namespace: string | undefined): Promise<WatchableCache<T> | undefined> {
    return this.#options.watches.ensure(kind, namespace)
  }

  renderItem<T, V>(
    kind: Kind<T>,
    entry: CachedObject<T>,
    view: Projection<T, V>,
    now: number,
  ): string | undefined {
    return this.#options.renderer.item(entry, { view, now, plural: kind.plural })
  }

  async #allowed(kind: Kind<unknown>, namespace: string | undefined): Promise<boolean> {
    for (const verb of ['list', 'watch'] as const) {
      const decided = this.#options.reviews.check({ verb, kind, namespace })
      const { allowed } = decided instanceof Promise ? await decided : decided
      if (!allowed) return false
    }
    return true
  }

  async #request(call: ApiCall, signal: AbortSignal): Promise<void> {
    if (call.verb === 'list') {
      await this.#options.reads(signal).json({ ...call, query: new URLSearchParams({ limit: '1' }) })
      return
    }
    const query = new URLSearchParams({ watch: '1', timeoutSeconds: '1' })
    await this.#options.transport.probe({ ...call, query }, signal)
  }
}
