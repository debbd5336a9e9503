import { background } from '../../core/background.ts'
import { isResourceVersion, nextLocalVersion } from '../../core/formats/resource-version.ts'
import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import type { Reachability } from '../contexts/reachability.ts'
import { pause, type Clock } from '../../core/clock.ts'
import type { Projection } from '../read/projection.ts'
import { ListProgress } from './list-progress.ts'
import { CachedObjectFactory } from './cached-object.ts'
import { WatchEventDecoder, type DecodedObject } from './watch-event-decoder.ts'
import { LineSplitter } from './line-splitter.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import { BlockStore } from './block-store.ts'
import { readPages } from './pages.ts'
import { RelistRequested, StaleListError, RetryPolicy, UnorderedVersionError } from './retry-policy.ts'
import { Interner } from './interner.ts'
import { ApiStatusError, type ListWatcher } from './list-watch.ts'
import { type ReflectorState, SyncState } from './sync-state.ts'
import type { ListBuilder, Store } from './store.ts'
import { Watchdog } from './watchdog.ts'
import type { ZstdCodec } from './zstd-codec.ts'

export interface ReflectorOptions<T> {
  reachability: Reachability
  time: Clock
  scheduler: Scheduler
  zstandard: ZstdCodec
  observer: ReflectorObserver
  /** Projection of the kind's list items. */
  projection: Projection<T, unknown> | undefined
}

/** Time limit for a response header, as for every call. */
const HEADER_MS = 10_000
/** The API server sends a bookmark a minute (watch cache); 90 s without a byte mean a dead connection. */
const SILENCE_MS = 90_000
/** Delay before work that failed in this process is begun again. */
const FAILED_MS = 1_000
/** Without comparable resourceVersions, the next list begins after this many times the duration of the last one, */
const RELIST_REST = 20
/** but no sooner and no later than this. */
const [RELIST_LEAST_MS, RELIST_MOST_MS] = [2_000, 60_000]
/** Interval at which an empty store is checked for new followers. */
const UNFOLLOWED_MS = 500
/** After this long without progress, reads do not wait for an initial list. */
const GETS_ON_MS = 2000
/** More than the largest object etcd stores, with room for the overhead of JSON. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/**
 * Keeps a store at the state of one kind in one scope, for ever: a watch that first tells all there is where the API
 * server can (WatchList, KEP-3157), else a list page by page and a watch from there; bookmarks; goes on at the last version
 * after every failure; a lost position (410) is a new list, put in place of the old one at once. What it does after a
 * failure stands in Recovery. Where resourceVersions do not compare, reads go to the cluster, and the store is filled by one
 * list after another while streams follow it.
 */
export class Reflector<T> {
  readonly store: Store<T>
  readonly #source: ListWatcher
  readonly #time: Clock
  readonly #scheduler: Scheduler
  readonly #observer: ReflectorObserver
  readonly #recovery: RetryPolicy
  readonly #reader: WatchEventDecoder
  readonly #projection: CachedObjectFactory<T>
  readonly #syncState: SyncState
  readonly #stopped = new AbortController()
  #usedAt: number
  #gotOnAt = -Infinity
  #following: AbortController | undefined

  constructor(store: Store<T>, source: ListWatcher, options: ReflectorOptions<T>) {
    const { reachability, time, scheduler, zstandard, observer, projection: view } = options
    this.store = store
    this.#source = source
    this.#time = time
    this.#usedAt = time.now()
    this.#scheduler = scheduler
    this.#observer = observer
    this.#syncState = new SyncState(time)
    this.#recovery = new RetryPolicy(time, reachability)
    this.#reader = new WatchEventDecoder(store.kind, view?.reads)
    this.#projection = new CachedObjectFactory<T>({
      sharing: new Interner(),
      packing: new BlockStore(zstandard),
      view,
      quarantined: () => observer.quarantined(),
    })
  }

  get state(): ReflectorState {
    return this.#syncState.state
  }

  /** Milliseconds since the API server last showed that the cache is complete. */
  get ageMs(): number {
    return this.#syncState.ageMs
  }

  /** Whether the initial list is in progress: it began, or an object arrived, a moment ago. */
  get filling(): boolean {
    return this.state === 'syncing' && this.#time.now() - this.#gotOnAt < GETS_ON_MS
  }

  /** Time of the last read, or of the creation. */
  get usedAt(): number {
    return this.#usedAt
  }

  /** Records a read. */
  use(): void {
    this.#usedAt = this.#time.now()
  }

  start(): void {
    if (this.state !== 'idle') return
    this.#syncState.markState('syncing')
    this.#gotOnAt = this.#time.now()
    this.#runForEver()
  }

  stop(): void {
    this.#syncState.markState('stopped')
    this.#stopped.abort()
    this.store.clear()
  }

  /**
   * Closes the running watch and lists again. The cached objects stay until the new list is complete, and are
   * then replaced atomically.
   */
  relist(): void {
    this.#recovery.mistrust()
    this.#following?.abort(new RelistRequested('the cache differs from the cluster'))
  }

  /** An attempt that fails is expected; whatever else fails costs a new list, not the process. */
  #runForEver(): void {
    background(
      `following ${this.store.kind.plural}`,
      () => this.#run(),
      async () => {
        this.#recovery.mistrust()
        if (!this.#stopped.signal.aborted) this.#syncState.markState(this.#stateAfterFailure())
        await pause(this.#time, FAILED_MS, this.#stopped.signal)
        this.#runForEver()
      },
    )
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const startedAt = this.#time.now()
      const failure = await this.#attempt().then(
        () => undefined,
        (error: unknown) => error ?? new Error('unknown failure'),
      )
      if (signal.aborted) return
      const next = await this.#recovery.after(failure, { version: this.store.version, startedAt })
      if (signal.aborted) return
      this.#gotOnAt = -Infinity
      this.#observer.ended(next.reason)
      if (next.forget) this.store.clear()
      if (next.forbidden) this.#syncState.markState('forbidden')
      else if (failure !== undefined || next.waitMs > 0) this.#syncState.markState(this.#stateAfterFailure())
      await Promise.race([next.resume, pause(this.#time, next.waitMs, signal)])
    }
  }

  #stateAfterFailure(): 'unordered' | 'syncing' | 'degraded' {
    if (!this.#recovery.ordered) return 'unordered'
    return this.store.version === undefined ? 'syncing' : 'degraded'
  }

  /** One attempt: from the last version, or from nothing, to the end of one watch. */
  async #attempt(): Promise<void> {
    if (!this.#recovery.ordered) return this.#relistWhileFollowed()
    // A watch cannot resume from the version of an unordered list.
    if (this.store.version !== undefined && !isResourceVersion(this.store.version)) this.store.clear()
    const again = this.#recovery.listAgain || this.store.version === undefined
    if (!again) return this.#follow(this.store.version, undefined)
    if (this.#recovery.streams) return this.#follow(undefined, this.store.list())
    const version = await this.#pages()
    return this.#follow(version, undefined)
  }

  async #pages(): Promise<string> {
    const { ordered } = this.#recovery
    const listed = this.store.list()
    const version = await readPages({
      source: this.#source,
      scheduler: this.#scheduler,
      signal: this.#stopped.signal,
      visit: (item) => this.#collect(this.#reader.item(item), listed),
    })
    this.#expectOrder(version)
    this.#replace(listed, ordered ? version : nextLocalVersion(), 'pages')
    return version
  }

  /** Lists again and again while the store is followed, until versions are worth comparing again. */
  async #relistWhileFollowed(): Promise<void> {
    const { signal } = this.#stopped
    while (!this.#recovery.ordered && !signal.aborted) {
      const startedAt = this.#time.now()
      const { observed } = this.store
      if (observed) await this.#pages()
      else if (this.store.version !== undefined) this.store.clear()
      const restMs = (this.#time.now() - startedAt) * RELIST_REST
      const waitMs = observed ? Math.min(Math.max(restMs, RELIST_LEAST_MS), RELIST_MOST_MS) : UNFOLLOWED_MS
      await pause(this.#time, waitMs, signal)
    }
  }

  /** Throws UnorderedVersionError for the first version that is not comparable; later ones are expected. */
  #expectOrder(version: string): void {
    if (isResourceVersion(version)) return
    const { ordered } = this.#recovery
    this.#recovery.markUnordered()
    if (ordered) throw new UnorderedVersionError('a resourceVersion is not comparable')
  }

  async #follow(version: string | undefined, listing: ListBuilder<T> | undefined): Promise<void> {
    const ended = new AbortController()
    this.#following = ended
    const watchdog = new Watchdog(this.#time, (reason) => ended.abort(reason))
    const progress = new ListProgress(this.#time, (reason) => ended.abort(reason))
    const signal = AbortSignal.any([this.#stopped.signal, ended.signal])
    try {
      watchdog.expect(HEADER_MS)
      const body = await this.#source.watch(version, signal)
      let collecting = listing
      if (collecting === undefined) this.#syncState.onResume()
      else this.#recovery.streamStarted()
      const lines = new LineSplitter(MAX_LINE_BYTES)
      const slices = new TimeSlice(this.#scheduler)
      watchdog.expect(SILENCE_MS)
      if (collecting !== undefined) progress.start()
      for await (const chunk of body as AsyncIterable<Buffer>) {
        watchdog.expect(SILENCE_MS)
        this.#syncState.onData()
        // Applying a change takes the event loop as long as receiving it did, so requests that arrived
        // meanwhile are served first.
        if (collecting === undefined) await slices.yield(signal)
        else slices.yieldIfExpired()
        let whole = false
        for (const line of lines.push(chunk)) {
          if (slices.expired) await slices.yield(signal)
          collecting = this.#apply(line, collecting)
          whole = true
        }
        if (collecting === undefined) progress.stop()
        else progress.received(collecting.state.size, !whole)
        this.#syncState.onApplied()
      }
      if (collecting !== undefined) throw new Error('the watch ended before the initial list was complete')
    } catch (error) {
      // The signal's reason is more specific than the resulting connection error.
      throw ended.signal.aborted ? ended.signal.reason : error
    } finally {
      watchdog.stop()
      progress.stop()
      this.#syncState.onEnd()
      ended.abort()
      this.#following = undefined
    }
  }

  /** Applies one event and returns the list still being collected, if any. */
  #apply(line: Buffer, collecting: ListBuilder<T> | undefined): ListBuilder<T> | undefined {
    const event = this.#reader.event(line)
    if (event.type === 'error')
      throw new ApiStatusError(
        event.code,
        event.reason,
        event.retryAfterSeconds === undefined ? undefined : event.retryAfterSeconds * 1000,
      )
    if (event.type === 'change') {
      if (collecting === undefined) this.#change(event.object, event.deleted)
      else this.#collect(event.object, collecting, event.deleted)
      return collecting
    }
    this.#expectOrder(event.version)
    if (collecting === undefined) this.store.advance(event.version)
    else if (event.initialEventsEnd) this.#replace(collecting, event.version, 'stream')
    else return collecting
    // Events arrive in order, so everything before this bookmark has arrived.
    this.#syncState.markSynced()
    return undefined
  }

  #collect(object: DecodedObject | undefined, collecting: ListBuilder<T>, deleted = false): void {
    this.#gotOnAt = this.#time.now()
    if (object !== undefined) this.#expectOrder(object.version)
    const entry = this.#projection.create(object)
    if (entry === undefined || object === undefined) return
    // Renders the item now, so that the first list request finds it ready.
    collecting.apply(deleted ? entry : this.#projection.item(entry, object), deleted)
  }

  #change(object: DecodedObject | undefined, deleted: boolean): void {
    if (object !== undefined) this.#expectOrder(object.version)
    const entry = this.#projection.create(object)
    if (entry === undefined || object === undefined) return
    // An item that was not requested since the last change is rendered on demand.
    const requested = !deleted && this.store.get(entry.namespace, entry.name)?.requested === true
    this.store.apply(requested ? this.#projection.item(entry, object) : entry, deleted)
  }

  #replace(listed: ListBuilder<T>, version: string, mode: 'stream' | 'pages'): void {
    if (!this.store.replace(listed, version)) throw new StaleListError()
    this.#recovery.listed()
    this.#observer.synced(mode)
  }
}
