import type { Store, StoreUpdate } from '../cluster/cache/store.ts'
import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import { scopesOf } from '../cluster/access/scopes.ts'
import type { Kind } from '../cluster/kind.ts'
import { background } from '../core/background.ts'
import { pause, type Clock } from '../core/clock.ts'
import { ClusterError, ForbiddenByClusterError } from '../core/errors.ts'
import type { ScopeStore } from './cached-facts.ts'

/** Interval at which a cache that was cleared is looked for again, and a denied or unreachable one. */
const AGAIN_MS = 500
const DENIED_MS = 30_000
/** Time after which rules do without a kind that is not in sync: the cluster may not serve it. */
const OVERDUE_MS = 30_000

/** The store of one kind in one scope; undefined while it is not in sync. */
interface FollowedScope {
  readonly namespace: string | undefined
  store: Store<unknown> | undefined
  /** The API server's denial; undefined while it allows to read the kind. */
  denial: ForbiddenByClusterError | undefined
  /** The failure of the cluster at the last attempt. */
  failure: ClusterError | undefined
  isOverdue: boolean
  cancelOverdue: () => void
}

/** A kind that cannot be read. */
export interface UnreadableKind {
  readonly kind: Kind<unknown>
  /** The denial of the cluster; undefined for a kind that is not in sync in time. */
  readonly denial: ForbiddenByClusterError | undefined
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

  constructor(cluster: WatchableCluster, { time, listener }: { time: Clock; listener: CacheListener }) {
    this.#cluster = cluster
    this.#time = time
    this.#listener = listener
  }

  /** Begins to follow the caches of further kinds. */
  follow(kinds: readonly Kind<unknown>[]): void {
    for (const kind of kinds) {
      const scopes = scopesOf(kind, undefined, this.#cluster.grants).map((namespace) => ({
        namespace,
        store: undefined,
        denial: undefined,
        failure: undefined,
        isOverdue: false,
        cancelOverdue: () => undefined,
      }))
      this.#scopes.set(kind, scopes)
      for (const scope of scopes) this.#keepFollowing(kind, scope)
    }
  }

  /** Returns the stores that together hold a kind; undefined if the cluster denies it or one of them is not in sync. */
  stores<T>(kind: Kind<T>): readonly ScopeStore<T>[] | undefined {
    const found: ScopeStore<T>[] = []
    for (const { namespace, store } of this.#scopes.get(kind) ?? []) {
      if (store === undefined) return undefined
      // The scopes are those of the kind, so the type matches.
      found.push({ namespace, store: store as Store<T> })
    }
    return found
  }

  /** The kinds that the cluster denies, with its words, and those that are not in sync after 30 s. */
  get unreadable(): readonly UnreadableKind[] {
    return [...this.#scopes].flatMap(([kind, scopes]): UnreadableKind[] => {
      const denial = scopes.find((scope) => scope.denial !== undefined)?.denial
      if (denial !== undefined) return [{ kind, denial, message: denial.message }]
      if (!scopes.some(({ isOverdue, store }) => isOverdue && store === undefined)) return []
      return [{ kind, denial: undefined, message: `${kind.plural} could not be read within 30 s` }]
    })
  }

  /** The failure of the cluster, if no kind is in sync because of it. */
  get failure(): ClusterError | undefined {
    const scopes = [...this.#scopes.values()].flat()
    if (scopes.some(({ store }) => store !== undefined)) return undefined
    return scopes.find(({ failure }) => failure !== undefined)?.failure
  }

  /** The kinds that are not in sync, and not unreadable. */
  get syncing(): readonly Kind<unknown>[] {
    return [...this.#scopes].filter(([, scopes]) => scopes.some(isAwaited)).map(([kind]) => kind)
  }

  /**
   * Checks that the service may still read what is followed; a kind that is denied is followed no more. Rejects with ClusterError if
   * the cluster has not decided for too long.
   */
  async verify(signal: AbortSignal): Promise<void> {
    const followed = [...this.#scopes].flatMap(([kind, scopes]) =>
      scopes.filter(({ store }) => store !== undefined).map((scope) => ({ kind, scope })),
    )
    await Promise.all(
      followed.map(async ({ kind, scope }) => {
        try {
          await this.#cluster.authorize(kind, scope.namespace, signal)
        } catch (error) {
          if (!(error instanceof ForbiddenByClusterError)) throw error
          scope.store = undefined
          scope.denial = error
          this.#listener.replaced(kind)
        }
      }),
    )
  }

  /**
   * Returns the denials of a namespace that the service is not granted, in the words of the cluster, with those of kinds outside
   * namespaces; none for a namespace that is followed.
   */
  async denialsIn(namespace: string, signal: AbortSignal): Promise<readonly ForbiddenByClusterError[]> {
    const granted = this.#cluster.grants.namespaces
    if (granted.length === 0 || granted.includes(namespace)) return []
    const denials = await Promise.all(
      [...this.#scopes].map(async ([kind, [scope]]) => {
        if (!kind.namespaced) return scope?.denial
        try {
          await this.#cluster.authorize(kind, namespace, signal)
          return undefined
        } catch (error) {
          if (error instanceof ForbiddenByClusterError) return error
          throw error
        }
      }),
    )
    return denials.filter((denial) => denial !== undefined)
  }

  stop(): void {
    this.#stopped.abort()
    for (const scopes of this.#scopes.values()) for (const { cancelOverdue } of scopes) cancelOverdue()
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
    this.#expectSoon(kind, scope)
    while (!signal.aborted) {
      let again = AGAIN_MS
      try {
        await this.#cluster.authorize(kind, scope.namespace, signal)
        scope.denial = undefined
        scope.failure = undefined
        const cache = await this.#cluster.cacheFor(kind, scope.namespace)
        if (cache !== undefined && !signal.aborted) await this.#observe(kind, scope, cache.store)
      } catch (error) {
        // An error of the connection is tried again soon: the caches themselves wait for the cluster.
        const isDenied = error instanceof ForbiddenByClusterError
        if (isDenied) again = DENIED_MS
        const isNew = isDenied && scope.denial === undefined
        scope.denial = isDenied ? error : undefined
        scope.failure = error instanceof ClusterError ? error : undefined
        if (isNew) this.#listener.replaced(kind)
      }
      await pause(this.#time, again, signal)
    }
  }

  /** Marks a scope as overdue that is not in sync in time. */
  #expectSoon(kind: Kind<unknown>, scope: FollowedScope): void {
    scope.isOverdue = false
    scope.cancelOverdue()
    scope.cancelOverdue = this.#time.after(OVERDUE_MS, () => {
      if (!isAwaited(scope)) return
      scope.isOverdue = true
      this.#listener.replaced(kind)
    })
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
    if (this.#stopped.signal.aborted) return
    this.#expectSoon(kind, scope)
    this.#listener.replaced(kind)
  }
}

function isAwaited({ store, denial, isOverdue }: FollowedScope): boolean {
  return store === undefined && denial === undefined && !isOverdue
}
