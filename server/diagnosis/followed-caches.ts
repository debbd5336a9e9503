import type { Store, StoreUpdate } from '../cluster/cache/store.ts'
import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import { scopesOf } from '../cluster/access/scopes.ts'
import type { Kind } from '../cluster/kind.ts'
import { background } from '../core/background.ts'
import { pause, type Clock } from '../core/clock.ts'
import { ForbiddenByClusterError } from '../core/errors.ts'

/** Interval at which a cache that was cleared is looked for again, and a denied or unreachable one. */
const AGAIN_MS = 500
const DENIED_MS = 30_000

/** The store of one kind in one scope; undefined while it is not in sync. */
interface FollowedScope {
  readonly namespace: string | undefined
  store: Store<unknown> | undefined
  /** The API server's words; undefined while it allows to read the kind. */
  denial: string | undefined
}

/** A kind that the cluster denies. */
export interface Denial {
  readonly kind: Kind<unknown>
  readonly message: string
}

/** Receives the changes of followed caches, synchronously. */
export interface CacheListener {
  changed(kind: Kind<unknown>, update: StoreUpdate<unknown>): void
  /** The objects of a kind are all new, or are gone. */
  replaced(kind: Kind<unknown>): void
}

/** Follows the caches of several kinds in one context until it is stopped. They stay in memory meanwhile. */
export class FollowedCaches {
  readonly #cluster: WatchableCluster
  readonly #time: Clock
  readonly #listener: CacheListener
  readonly #stopped = new AbortController()
  readonly #scopes = new Map<Kind<unknown>, readonly FollowedScope[]>()

  constructor(
    cluster: WatchableCluster,
    kinds: readonly Kind<unknown>[],
    { time, listener }: { time: Clock; listener: CacheListener },
  ) {
    this.#cluster = cluster
    this.#time = time
    this.#listener = listener
    for (const kind of kinds) {
      const scopes = scopesOf(kind, undefined, cluster.grants).map((namespace) => ({
        namespace,
        store: undefined,
        denial: undefined,
      }))
      this.#scopes.set(kind, scopes)
      for (const scope of scopes) this.#keepFollowing(kind, scope)
    }
  }

  /** Returns the stores that together hold a kind; undefined if the cluster denies it or one of them is not in sync. */
  stores(
    kind: Kind<unknown>,
  ): readonly { readonly namespace: string | undefined; readonly store: Store<unknown> }[] | undefined {
    const found = []
    for (const { namespace, store } of this.#scopes.get(kind) ?? [])
      if (store !== undefined) found.push({ namespace, store })
      else return undefined
    return found
  }

  /** The kinds that the cluster denies, with its words. */
  get denials(): readonly Denial[] {
    return [...this.#scopes].flatMap(([kind, scopes]) => {
      const denied = scopes.find(({ denial }) => denial !== undefined)
      return denied?.denial === undefined ? [] : [{ kind, message: denied.denial }]
    })
  }

  /** The kinds that are not in sync, and not denied. */
  get syncing(): readonly Kind<unknown>[] {
    return [...this.#scopes]
      .filter(([, scopes]) => scopes.some(({ denial, store }) => denial === undefined && store === undefined))
      .map(([kind]) => kind)
  }

  stop(): void {
    this.#stopped.abort()
  }

  #keepFollowing(kind: Kind<unknown>, scope: FollowedScope): void {
    background(
      `following ${kind.plural} for rules`,
      () => this.#run(kind, scope),
      async () => {
        await pause(this.#time, DENIED_MS, this.#stopped.signal)
        if (!this.#stopped.signal.aborted) this.#keepFollowing(kind, scope)
      },
    )
  }

  async #run(kind: Kind<unknown>, scope: FollowedScope): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      let again = AGAIN_MS
      try {
        await this.#cluster.authorize(kind, scope.namespace, signal)
        scope.denial = undefined
        const cache = await this.#cluster.cacheFor(kind, scope.namespace)
        if (cache !== undefined && !signal.aborted) await this.#observe(kind, scope, cache.store)
      } catch (error) {
        // An error of the connection is tried again soon: the caches themselves wait for the cluster.
        const isDenied = error instanceof ForbiddenByClusterError
        if (isDenied) again = DENIED_MS
        const isNew = isDenied && scope.denial === undefined
        scope.denial = isDenied ? error.message : undefined
        if (isNew) this.#listener.replaced(kind)
      }
      await pause(this.#time, again, signal)
    }
  }

  /** Observes a store until it is cleared, or until this object is stopped. */
  async #observe(kind: Kind<unknown>, scope: FollowedScope, store: Store<unknown>): Promise<void> {
    const cleared = Promise.withResolvers<void>()
    const begin = (): void => {
      scope.store = store
      this.#listener.replaced(kind)
    }
    const unobserve = store.observe((update) => {
      if (update.version === undefined) cleared.resolve()
      else if (scope.store === undefined) begin()
      else if (update.changes.length > 0) this.#listener.changed(kind, update)
    })
    const stop = (): void => cleared.resolve()
    this.#stopped.signal.addEventListener('abort', stop)
    if (store.version !== undefined) begin()
    await cleared.promise
    unobserve()
    this.#stopped.signal.removeEventListener('abort', stop)
    scope.store = undefined
    if (!this.#stopped.signal.aborted) this.#listener.replaced(kind)
  }
}
