import { inNamespace } from '../client/api-call.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import type { Readable } from 'node:stream'
import type {
  DeleteOptions,
  ListingOptions,
  ListQuery,
  LogQuery,
  ObjectRef,
  PatchOptions,
  Selection,
  ServedCluster,
} from './cluster.ts'
import {
  areNameable,
  decodeSnapshotToken,
  encodeSnapshotToken,
  listDigest,
  listKey,
  type SnapshotToken,
} from './pagination/continue-token.ts'
import { CacheSelector, selectObjects, type CachePart } from '../cache/cache-selector.ts'
import type { Kind } from '../kind.ts'
import { requireObject } from '../malformed-object.ts'
import { readItem } from './direct-list.ts'
import { filteredList, serializedList, viewObjects, type CachedSelection } from './cached-list.ts'
import { CacheReadySignal } from '../cache/warmup-queue.ts'
import type { Caches } from './caches.ts'
import type { DirectCluster } from './direct-cluster.ts'
import { rebuildSnapshot } from './pagination/list-at-version.ts'
import { scopesOf } from '../access/scopes.ts'
import { CacheStatusRecorder } from './cache-status.ts'
import { expired, pageAfter, type PageRequest, type SnapshotPage } from './pagination/snapshots.ts'
import { listingBytes, chunksOf } from './list-serializer.ts'
import { projectionOf, type View } from './memoized-view.ts'
import { type Listing, type PageFields, type Projection } from './projection.ts'
import { objectOf, type CachedObject } from '../cache/cached-object.ts'
import { selectorFor, type Selector } from '../cache/compiled-selector.ts'
import type { ReadConsistency } from '../../core/read-consistency.ts'
import { SerializedBody } from '../../core/serialized-body.ts'

/**
 * Serves the reads of one request from a watch cache that is in sync, recent and authorized, else from the API server.
 * Writes and logs go to the API server.
 */
export class CachedCluster implements ServedCluster {
  readonly context: string
  readonly #live: DirectCluster
  readonly #caches: Caches
  readonly #cacheSelector: CacheSelector
  readonly #cacheStatus = new CacheStatusRecorder()
  readonly #caller: string
  readonly #signal: AbortSignal
  readonly #consistency: ReadConsistency

  constructor(
    live: DirectCluster,
    caches: Caches,
    { caller, signal }: PageRequest,
    consistency: ReadConsistency,
  ) {
    this.context = live.context
    this.#live = live
    this.#caches = caches
    this.#caller = caller
    this.#signal = signal
    this.#consistency = consistency
    this.#cacheSelector = new CacheSelector(caches, signal, consistency, this.#cacheStatus)
  }

  /** Response headers: the resourceVersion of a write, or the cache status of the reads. */
  headers(): Record<string, string> {
    const { written } = this.#live
    return written === undefined ? this.#cacheStatus.headers() : { 'x-resource-version': written }
  }

  /** Dependencies of the response; undefined if any part came from the API server or a snapshot. */
  dependencies(): Dependencies | undefined {
    return this.#cacheSelector.dependencies
  }

  async list<T, V>(kind: Kind<T>, selection: Selection, view: View<T, V>): Promise<V[]> {
    if (kind.keptMs !== undefined) return this.#timedList(kind, selection.namespace, projectionOf(view))
    const cached = await this.#cachedSelection(kind, selection)
    if (cached === undefined)
      return this.#readLive(
        (live) => live.list(kind, selection, view),
        () => this.list(kind, selection, view),
      )
    return viewObjects(this.#caches, kind, { ...cached, signal: this.#signal }, view)
  }

  async listing<T, V, F extends string>(
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
  ): Promise<SerializedBody<Listing<F, V>>> {
    const key = listKey(kind, query, options)
    const readLive = () =>
      this.#readLive(
        (live) => live.listing(kind, query, options),
        () => this.listing(kind, query, options),
      )
    if (query.continue !== undefined) {
      const digest = this.#digest(key)
      const token = decodeSnapshotToken(query.continue, digest)
      if (token === undefined) return readLive()
      return this.#continuePage(key, digest, kind, query, options, token)
    }
    const cached = await this.#cachedSelection(kind, query)
    if (cached === undefined) return readLive()
    const { parts, selector } = cached
    if (query.limit === undefined && options.filter === undefined)
      return serializedList(
        this.#caches,
        { key, kind, found: cached, request: { caller: this.#caller, signal: this.#signal } },
        options,
      )
    const versions = parts.map(({ reflector }) => reflector.store.version ?? '')
    const entries = await filteredList(this.#caches, kind, selectObjects(parts, selector).flat(), options)
    const page = pageAfter(entries, undefined, query.limit ?? Infinity)
    // The reflector has just lost its version, or the list spans too many namespaces for a token with one version
    // each. The API server's own continue tokens cover both.
    if (page.rest !== undefined && !areNameable(versions)) return readLive()
    if (page.rest !== undefined) this.#caches.snapshots.save({ key, versions }, entries, this.#caller)
    return this.#page(kind, page, options, { versions, digest: this.#digest(key) })
  }

  async get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T> {
    const entry = await this.#entry(kind, ref)
    if (entry !== undefined) {
      const object = objectOf(entry)
      requireObject(kind.kind, ref.name, object)
      return object
    }
    return this.#readLive(
      (live) => live.get(kind, ref),
      () => this.get(kind, ref),
    )
  }

  async lastKnown<T>(kind: Kind<T>, { namespace, name }: ObjectRef): Promise<T | undefined> {
    if (this.#consistency.unwatched === true) return undefined
    const consistency = { ...this.#consistency, bypassCache: false }
    const selector = new CacheSelector(this.#caches, this.#signal, consistency, new CacheStatusRecorder())
    const [part] = (await selector.select('get', kind, namespace)) ?? []
    const entry = part?.reflector.store.get(namespace ?? '', name)
    return entry && objectOf(entry)
  }

  async detail<T, V>(
    kind: Kind<T>,
    ref: ObjectRef,
    view: Projection<T, V>,
    now: number,
  ): Promise<SerializedBody<V>> {
    const entry = await this.#entry(kind, ref)
    if (entry === undefined)
      return this.#readLive(
        (live) => live.detail(kind, ref, view, now),
        () => this.detail(kind, ref, view, now),
      )
    const object = objectOf(entry)
    return SerializedBody.fromJson(
      JSON.stringify(view.project(object, now)),
      view.expiresAt?.(object, now) ?? Infinity,
    )
  }

  async patch(kind: Kind<unknown>, ref: ObjectRef, patch: object, options: PatchOptions): Promise<void> {
    await this.#live.patch(kind, ref, patch, options)
  }

  async delete(kind: Kind<unknown>, ref: ObjectRef, options: DeleteOptions): Promise<void> {
    await this.#live.delete(kind, ref, options)
  }

  async log(kind: Kind<unknown>, ref: ObjectRef, query: LogQuery): Promise<Readable | undefined> {
    return this.#live.log(kind, ref, query)
  }

  #digest(key: string): string {
    return listDigest(JSON.stringify([this.context, key]))
  }

  /** Reads from the API server; a read still queued when the cache syncs is repeated from the cache. */
  async #readLive<T>(call: (live: DirectCluster) => Promise<T>, again: () => Promise<T>): Promise<T> {
    try {
      const result = await call(this.#live)
      this.#cacheStatus.record('miss')
      return result
    } catch (error) {
      if (error instanceof CacheReadySignal) return again()
      this.#cacheStatus.record('miss')
      throw error
    }
  }

  /** Lists a kind that cannot be watched: for a while from memory, to whoever may list it at that moment. */
  async #timedList<T, V>(
    kind: Kind<T>,
    namespace: string | undefined,
    view: (object: T) => V | undefined,
  ): Promise<V[]> {
    const { timedLists, renderer } = this.#caches
    const mayKeep = !this.#consistency.bypassCache && this.#consistency.unwatched !== true
    const kept =
      mayKeep && (await this.#cacheSelector.isAuthorized('list', kind, namespace))
        ? timedLists.find(kind, namespace)
        : undefined
    if (kept !== undefined) this.#cacheStatus.record('hit', kept.ageMs)
    if (!mayKeep) this.#cacheStatus.record('bypass')
    const read = async (): Promise<readonly T[]> => {
      const items = await this.#readLive(
        async (live) => live.list(kind, inNamespace(namespace), (object) => object),
        read,
      )
      if (mayKeep) timedLists.keep(kind, namespace, items)
      return items
    }
    const quarantined = (): void => renderer.quarantined(kind.plural)
    return (kept?.items ?? (await read())).flatMap(
      (object) => readItem(object, { kind: kind.kind, view, quarantined }) ?? [],
    )
  }

  async #cachedSelection<T>(kind: Kind<T>, selection: Selection): Promise<CachedSelection<T> | undefined> {
    const selector = selectorFor(kind, selection)
    const parts = selector && (await this.#cacheSelector.select('list', kind, selection.namespace))
    if (selector === undefined || parts === undefined) return undefined
    const dependencies = parts.map((part) => {
      const { store } = part.reflector
      const fingerprint = store.fingerprint(part.namespace, selector)
      this.#cacheSelector.track('list', part, sameSelection(part, selector, fingerprint))
      return { store, changed: fingerprint }
    })
    return { parts, selector, dependencies }
  }

  /**
   * Returns the cached object; undefined if it has to be read from the API server: because the kind's objects are not
   * cached whole, no cache may serve the read, or the object is not in the cache and may be new.
   */
  async #entry<T>(kind: Kind<T>, { namespace, name }: ObjectRef): Promise<CachedObject<T> | undefined> {
    if (kind.uncachedDetails === true) return undefined
    const [part] = (await this.#cacheSelector.select('get', kind, namespace)) ?? []
    if (part === undefined) return undefined
    const { store } = part.reflector
    const entry = store.get(namespace ?? '', name)
    if (entry !== undefined) this.#cacheSelector.track('get', part, sameObject(part, entry))
    return entry
  }

  async #page<T, V, F extends string>(
    kind: Kind<T>,
    { page, rest }: SnapshotPage<T>,
    { field, view, now }: ListingOptions<T, V, F>,
    { versions, digest }: { versions: readonly string[]; digest: string },
  ): Promise<SerializedBody<Listing<F, V>>> {
    const { items, expiresAt } = await this.#caches.renderer.items(page, {
      view,
      now,
      plural: kind.plural,
    })
    if (rest === undefined) return listingBytes(field, chunksOf(items, expiresAt), {})
    const { after, remaining } = rest
    const fields: PageFields = { continue: encodeSnapshotToken({ versions, after }, digest), remaining }
    // A page with a continue token expires at once: its snapshot belongs to one caller, and the next caller's first
    // page shows the current state.
    return listingBytes(field, chunksOf(items, now), fields)
  }

  /** Returns the page after a continue token, from the snapshot of the list or from the list rebuilt at its versions. */
  async #continuePage<T, V, F extends string>(
    key: string,
    digest: string,
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
    { versions, after }: SnapshotToken,
  ): Promise<SerializedBody<Listing<F, V>>> {
    const { snapshots, grants } = this.#caches
    if (await this.#cacheSelector.isAuthorized('list', kind, query.namespace)) {
      const cached = snapshots.get<T>({ key, versions })
      this.#cacheStatus.record(cached === undefined ? 'miss' : 'hit')
      const past = { kind, selection: query, scopes: scopesOf(kind, query.namespace, grants), versions }
      const request = { caller: this.#caller, signal: this.#signal }
      const entries =
        cached ??
        (await rebuildSnapshot(this.#caches, { key, past }, request, (all) =>
          filteredList(this.#caches, kind, all, options),
        ))
      const page = pageAfter(entries, after, query.limit ?? Infinity)
      return this.#page(kind, page, options, { versions, digest })
    }
    const { continue: _, ...first } = query
    // The API server's own 403 is better than one made here. If it allows the read, the caller has to start again.
    await this.#readLive(
      (live) => live.listing(kind, { ...first, limit: 1 }, options),
      () => this.listing(kind, query, options),
    )
    throw expired()
  }
}

/*
 * Cached responses keep the functions below, so they refer neither to the request nor to objects.
 */

/** Returns a function that says whether a selection is still the same. */
function sameSelection<T>(
  { reflector: { store }, namespace }: CachePart<T>,
  selector: Selector<T>,
  fingerprint: string,
): () => boolean {
  return () => store.fingerprint(namespace, selector) === fingerprint
}

/** Returns a function that says whether an object still has the same version. */
function sameObject<T>(
  { reflector: { store } }: CachePart<T>,
  { namespace, name, sequence }: CachedObject<T>,
): () => boolean {
  return () => store.get(namespace, name)?.sequence === sequence
}
