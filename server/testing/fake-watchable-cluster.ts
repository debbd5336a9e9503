import type { ForbiddenByClusterError } from '../core/errors.ts'
import type { WatchableCache, WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import type { Kind } from '../cluster/kind.ts'
import type { Projection } from '../cluster/read/projection.ts'
import { objectOf, type CachedObject } from '../cluster/cache/cached-object.ts'
import { Store } from '../cluster/cache/store.ts'
import { cachedObjectFactory } from './build-cached-object.ts'

interface Made {
  namespace?: string
  uid?: string
  labels?: Record<string, string>
  phase?: string
}

/**
 * A context whose stores a test fills by hand: the key `pods` is the store of all namespaces, `pods/shop` the
 * store of one namespace if only that one is watched.
 */
export class FakeWatchableCluster implements WatchableCluster {
  readonly context: string
  readonly origin = 'https://cluster'
  readonly grants = { context: 'test', managedByChart: false, readOnly: false, namespaces: [] as string[] }
  readonly #stores = new Map<string, WatchableCache<unknown> & { state: 'live' | 'stopped' }>()
  /** The denials returned, by kind. */
  readonly denied = new Map<string, ForbiddenByClusterError>()
  /** Number of reflectors requested. */
  asked = 0

  constructor(context = 'test') {
    this.context = context
  }

  async authorize(kind: Kind<unknown>): Promise<void> {
    const denied = this.denied.get(kind.plural)
    if (denied !== undefined) throw denied
  }

  async cacheFor<T>(kind: Kind<T>, namespace: string | undefined): Promise<WatchableCache<T> | undefined> {
    this.asked++
    // The key includes the kind, so the type matches.
    return (this.#stores.get(`${kind.plural}/${namespace ?? ''}`) ?? this.#stores.get(`${kind.plural}/`)) as
      | WatchableCache<T>
      | undefined
  }

  renderItem<T, V>(
    _kind: Kind<T>,
    entry: CachedObject<T>,
    view: Projection<T, V>,
    now: number,
  ): string | undefined {
    return JSON.stringify(view.project(objectOf(entry), now))
  }

  /** Adds an empty, live store of a kind; the test fills it. */
  store(kind: Kind<unknown>, namespace = ''): Store<unknown> {
    const store = new Store<unknown>(kind)
    this.#stores.set(`${kind.plural}/${namespace}`, { store, state: 'live' })
    return store
  }

  /** Builds the store entry of an object as the API server would send it, at a resourceVersion. */
  entry<T>(kind: Kind<T>, name: string, version: number, made: Made = {}): CachedObject<T> {
    const { namespace = 'shop', uid = `uid-${name}`, labels = {}, phase = 'Running' } = made
    const metadata = {
      name,
      uid,
      labels,
      resourceVersion: String(version),
      creationTimestamp: '2026-11-20T11:25:00Z',
      ...(kind.namespaced ? { namespace } : {}),
    }
    return cachedObjectFactory(kind).entry({ metadata, status: { phase } })
  }
}
