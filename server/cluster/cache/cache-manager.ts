import type { Scheduler } from '../../core/scheduler.ts'
import type { AccessReviewCache } from '../access/access-review-cache.ts'
import type { Kind } from '../kind.ts'
import { WarmupQueue } from './warmup-queue.ts'
import type { Reachability } from '../contexts/reachability.ts'
import { scopesOf } from '../access/scopes.ts'
import type { CheckedCache, CheckObserver } from './consistency-check.ts'
import type { Clock } from '../../core/clock.ts'
import type { Transport } from '../client/transport.ts'
import type { ItemProjections } from '../read/projection.ts'
import { Reflector } from './reflector.ts'
import { ListWatch } from './list-watch.ts'
import type { EndReason } from './retry-policy.ts'
import type { ReflectorState } from './sync-state.ts'
import { Store } from './store.ts'
import type { ZstdCodec } from './zstd-codec.ts'

/** Time after which a watch without reads and observers is stopped. */
const IDLE_MS = 15 * 60_000
const SWEEP_MS = 60_000

/** Receives events of the watches of all contexts, for metrics. */
export interface CacheObserver extends CheckObserver<CacheName> {
  synced(watch: CacheName, mode: 'stream' | 'pages'): void
  /** In sync for the first time, or again. */
  ended(watch: CacheName, reason: EndReason): void
  quarantined(watch: CacheName): void
}

export interface CacheName {
  context: string
  resource: string
  /** The namespace; '' for all. */
  scope: string
}

/** State of one watch. */
export interface WatchReport extends CacheName {
  state: ReflectorState
  objects: number
  /** Time since the last activity; Infinity before the first. */
  ageMs: number
}

export interface CacheManagerOptions {
  reviews: AccessReviewCache
  reachability: Reachability
  time: Clock
  scheduler: Scheduler
  zstandard: ZstdCodec
  views: ItemProjections
}

interface ManagedCache {
  name: CacheName
  kind: Kind<unknown>
  reflector: Reflector<unknown>
  warmupQueue: WarmupQueue
}

/**
 * Manages the reflectors of one context: started on the first read of a kind, stopped when idle. A reflector
 * covers all namespaces if the identity may watch them, else single namespaces, or does not run if it may not
 * watch at all.
 */
export class CacheManager {
  readonly #transport: Transport
  readonly #reviews: AccessReviewCache
  readonly #reachability: Reachability
  readonly #time: Clock
  readonly #views: ItemProjections
  readonly #scheduler: Scheduler
  readonly #zstandard: ZstdCodec
  readonly #observer: CacheObserver
  readonly #running = new Map<string, ManagedCache>()
  readonly #starting = new Map<string, Promise<void>>()
  #cancelSweep: () => void = () => undefined
  #stopped = false

  constructor(
    transport: Transport,
    { reviews, reachability, time, scheduler, zstandard, views }: CacheManagerOptions,
    observer: CacheObserver,
  ) {
    this.#views = views
    this.#scheduler = scheduler
    this.#zstandard = zstandard
    this.#transport = transport
    this.#reviews = reviews
    this.#reachability = reachability
    this.#time = time
    this.#observer = observer
    this.#sweepLater()
  }

  /** Returns the running reflector that covers a scope; without one, starts it for later reads. */
  find<T>(kind: Kind<T>, namespace: string | undefined): Reflector<T> | undefined {
    const found =
      this.#allowed(kind, undefined) ?? (namespace === undefined ? undefined : this.#allowed(kind, namespace))
    if (found === undefined) {
      this.#begin(kind, namespace)
      return undefined
    }
    found.reflector.use()
    // The key includes the kind, so the type matches.
    return found.reflector as Reflector<T>
  }

  /**
   * Returns the reflector that covers a scope once it is started; undefined if the scope may not be watched,
   * or the cluster could not decide.
   */
  async ensure<T>(kind: Kind<T>, namespace: string | undefined): Promise<Reflector<T> | undefined> {
    const running = this.find(kind, namespace)
    if (running !== undefined) return running
    await this.#starting.get(keyOf(kind, namespace))
    return this.#stopped ? undefined : this.find(kind, namespace)
  }

  /** Returns the queue for reads of a scope during its initial list; undefined at other times. */
  warmupQueue(kind: Kind<unknown>, namespace: string | undefined): WarmupQueue | undefined {
    const found = this.#allowed(kind, undefined) ?? this.#allowed(kind, namespace)
    return found?.reflector.filling === true ? found.warmupQueue : undefined
  }

  /** Starts to watch a kind in every scope that reads use. */
  prewarm(kind: Kind<unknown>): void {
    for (const namespace of scopesOf(kind, undefined, this.#transport.context.grants))
      this.find(kind, namespace)
  }

  /** Drops a scope's cache, e.g. after the right to read it was revoked. */
  evict(kind: Kind<unknown>, namespace: string | undefined): void {
    const key = keyOf(kind, namespace)
    this.#running.get(key)?.reflector.stop()
    this.#running.delete(key)
  }

  report(): WatchReport[] {
    return [...this.#running.values()].map(({ name, reflector }) => ({
      ...name,
      state: reflector.state,
      objects: reflector.store.size,
      ageMs: reflector.ageMs,
    }))
  }

  /** Returns the watches that are in sync. */
  live(): CheckedCache<CacheName>[] {
    return [...this.#running.values()]
      .filter(({ reflector }) => reflector.state === 'live')
      .map(({ name, kind, reflector }) => ({
        name,
        kind,
        namespace: name.scope === '' ? undefined : name.scope,
        reflector,
      }))
  }

  stop(): void {
    this.#stopped = true
    this.#cancelSweep()
    for (const { kind, name } of this.#running.values())
      this.evict(kind, name.scope === '' ? undefined : name.scope)
  }

  #allowed(kind: Kind<unknown>, namespace: string | undefined): ManagedCache | undefined {
    const found = this.#running.get(keyOf(kind, namespace))
    return found?.reflector.state === 'forbidden' ? undefined : found
  }

  #begin(kind: Kind<unknown>, namespace: string | undefined): void {
    const key = keyOf(kind, namespace)
    if (this.#starting.has(key)) return
    const start = async (): Promise<void> => {
      try {
        const scope = await this.#scopeFor(kind, namespace)
        if (scope !== undefined && !this.#stopped) this.#start(kind, scope.namespace)
      } catch {
        // The access review failed. The direct read tells the caller why, and the next read tries again.
      } finally {
        this.#starting.delete(key)
      }
    }
    this.#starting.set(key, start())
  }

  /** Returns the widest scope around a namespace that may be watched; undefined if none may. */
  async #scopeFor(
    kind: Kind<unknown>,
    namespace: string | undefined,
  ): Promise<{ namespace: string | undefined } | undefined> {
    const granted = this.#transport.context.grants.namespaces
    const wide = !kind.namespaced || granted.length === 0
    if (wide && (await this.#may(kind, undefined))) return { namespace: undefined }
    return namespace !== undefined && (await this.#may(kind, namespace)) ? { namespace } : undefined
  }

  async #may(kind: Kind<unknown>, namespace: string | undefined): Promise<boolean> {
    const running = this.#running.get(keyOf(kind, namespace))
    if (running?.reflector.state === 'forbidden') return false
    for (const verb of ['list', 'watch'] as const)
      if (!(await this.#reviews.check({ verb, kind, namespace })).allowed) return false
    return true
  }

  #start(kind: Kind<unknown>, namespace: string | undefined): void {
    const key = keyOf(kind, namespace)
    if (this.#running.has(key)) return
    const name = { context: this.#transport.context.name, resource: kind.plural, scope: namespace ?? '' }
    const source = new ListWatch(this.#transport, kind, namespace, () => this.#time.random())
    const observer = {
      synced: (mode: 'stream' | 'pages') => this.#observer.synced(name, mode),
      ended: (reason: EndReason) => this.#observer.ended(name, reason),
      quarantined: () => this.#observer.quarantined(name),
    }
    const reflector = new Reflector(new Store(kind), source, {
      reachability: this.#reachability,
      time: this.#time,
      scheduler: this.#scheduler,
      zstandard: this.#zstandard,
      projection: this.#views(kind),
      observer,
    })
    this.#running.set(key, { name, kind, reflector, warmupQueue: new WarmupQueue(this.#time, reflector) })
    reflector.start()
  }

  #sweepLater(): void {
    this.#cancelSweep = this.#time.after(SWEEP_MS, () => {
      this.#sweepLater()
      const now = this.#time.now()
      for (const { kind, name, reflector } of this.#running.values())
        if (now - reflector.usedAt > IDLE_MS && !reflector.store.observed)
          this.evict(kind, name.scope === '' ? undefined : name.scope)
    })
  }
}

function keyOf({ plural, apiGroup }: Kind<unknown>, namespace: string | undefined): string {
  return `${plural}.${apiGroup} ${namespace ?? ''}`
}
