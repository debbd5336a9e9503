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

/** Time limit for the response header of a watch. */
const HEADER_MS = 10_000
/** Longest silence of a watch: the API server sends a bookmark every minute, so the connection is dead after this. */
const SILENCE_MS = 90_000
/** Delay before the reflector restarts after an unexpected error of this process. */
const RESTART_MS = 1_000
/** Pause between lists without comparable resourceVersions, as a multiple of the duration of the last list. */
const RELIST_PAUSE_FACTOR = 20
/** Limits of that pause. */
const [MIN_RELIST_PAUSE_MS, MAX_RELIST_PAUSE_MS] = [2_000, 60_000]
/** Interval at which a store without observers is checked for new ones, if resourceVersions are not comparable. */
const UNOBSERVED_POLL_MS = 500
/** Time without progress after which reads no longer wait for an initial list. */
const PROGRESS_MS = 2000
/** Longest line of a watch: more than the largest object that etcd stores, with room for the overhead of JSON. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/**
 * Reflector of one kind in one scope: lists and watches, and applies the changes to a store, until it is stopped. It uses
 * a streaming list (WatchList, KEP-3157) if the API server supports that, else a paginated list and a watch from its
 * version. After a failure RetryPolicy decides when the watch resumes at the last version, or whether to list again. An
 * expired version (410) requires a new list, which replaces the cached objects atomically. If resourceVersions are not
 * comparable, reads go to the API server, and the store is listed at intervals while streams observe it.
 */
export class Reflector<T> {
  readonly store: Store<T>
  readonly #source: ListWatcher
  readonly #time: Clock
  readonly #scheduler: Scheduler
  readonly #observer: ReflectorObserver
  readonly #retryPolicy: RetryPolicy
  readonly #decoder: WatchEventDecoder
  readonly #createObjects: () => CachedObjectFactory<T>
  #objects: CachedObjectFactory<T>
  readonly #syncState: SyncState
  readonly #stopped = new AbortController()
  #usedAt: number
  #progressAt = -Infinity
  /** Aborts the running watch; undefined between watches. */
  #watchAbort: AbortController | undefined

  constructor(store: Store<T>, source: ListWatcher, options: ReflectorOptions<T>) {
    const { reachability, time, scheduler, zstandard, observer, projection: view } = options
    this.store = store
    this.#source = source
    this.#time = time
    this.#usedAt = time.now()
    this.#scheduler = scheduler
    this.#observer = observer
    this.#syncState = new SyncState(time)
    this.#retryPolicy = new RetryPolicy(time, reachability)
    this.#decoder = new WatchEventDecoder(store.kind, view?.reads)
    this.#createObjects = () =>
      new CachedObjectFactory<T>({
        sharing: new Interner(),
        packing: new BlockStore(zstandard),
        view,
        quarantined: () => observer.quarantined(),
      })
    this.#objects = this.#createObjects()
  }

  get state(): ReflectorState {
    return this.#syncState.state
  }

  /** Milliseconds since the API server last showed that the cache is complete. */
  get ageMs(): number {
    return this.#syncState.ageMs
  }

  /** Whether the initial list makes progress: it began, or an object arrived, less than 2 s ago. */
  get filling(): boolean {
    return this.state === 'syncing' && this.#time.now() - this.#progressAt < PROGRESS_MS
  }

  /** Monotonic time of the last read; of the creation if there was none. */
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
    this.#progressAt = this.#time.now()
    this.#runUntilStopped()
  }

  stop(): void {
    this.#syncState.markState('stopped')
    this.#stopped.abort()
    this.store.clear()
    // Cached responses refer to this reflector after its end, and must not keep its buffers.
    this.#objects = this.#createObjects()
  }

  /**
   * Closes the running watch and lists again. The cached objects stay until the new list is complete, and are
   * then replaced atomically.
   */
  relist(): void {
    this.#retryPolicy.mistrust()
    this.#watchAbort?.abort(new RelistRequested('the cache differs from the cluster'))
  }

  /** Runs attempts until the reflector is stopped. An unexpected error causes a new list and does not end the process. */
  #runUntilStopped(): void {
    background(
      `following ${this.store.kind.plural}`,
      () => this.#run(),
      async () => {
        this.#retryPolicy.mistrust()
        if (!this.#stopped.signal.aborted) this.#syncState.markState(this.#stateAfterFailure())
        await pause(this.#time, RESTART_MS, this.#stopped.signal)
        this.#runUntilStopped()
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
      const next = await this.#retryPolicy.after(failure, { version: this.store.version, startedAt })
      if (signal.aborted) return
      this.#progressAt = -Infinity
      this.#observer.ended(next.reason)
      if (next.forget) this.store.clear()
      if (next.forbidden) this.#syncState.markState('forbidden')
      else if (failure !== undefined || next.waitMs > 0) this.#syncState.markState(this.#stateAfterFailure())
      await Promise.race([next.resume, pause(this.#time, next.waitMs, signal)])
    }
  }

  #stateAfterFailure(): 'unordered' | 'syncing' | 'degraded' {
    if (!this.#retryPolicy.ordered) return 'unordered'
    return this.store.version === undefined ? 'syncing' : 'degraded'
  }

  /** Makes one attempt, which lasts until its watch ends: resumes at the last version, or lists first. */
  async #attempt(): Promise<void> {
    if (!this.#retryPolicy.ordered) return this.#relistWhileObserved()
    // A watch cannot resume from the version of an unordered list.
    if (this.store.version !== undefined && !isResourceVersion(this.store.version)) this.store.clear()
    const mustList = this.#retryPolicy.listAgain || this.store.version === undefined
    if (!mustList) return this.#watch(this.store.version, undefined)
    if (this.#retryPolicy.streams) return this.#watch(undefined, this.store.list())
    const version = await this.#listPages()
    return this.#watch(version, undefined)
  }

  /** Replaces the cached objects by a paginated list, and returns its version. */
  async #listPages(): Promise<string> {
    const { ordered } = this.#retryPolicy
    const listed = this.store.list()
    const version = await readPages({
      source: this.#source,
      scheduler: this.#scheduler,
      signal: this.#stopped.signal,
      visit: (item) => this.#collect(this.#decoder.item(item), listed),
    })
    this.#requireComparable(version)
    this.#replace(listed, ordered ? version : nextLocalVersion(), 'pages')
    return version
  }

  /** Lists at intervals while the store is observed, until resourceVersions may be comparable again. */
  async #relistWhileObserved(): Promise<void> {
    const { signal } = this.#stopped
    while (!this.#retryPolicy.ordered && !signal.aborted) {
      const startedAt = this.#time.now()
      const { observed } = this.store
      if (observed) await this.#listPages()
      else if (this.store.version !== undefined) this.store.clear()
      // After a 403 that is over: without a watch, nothing else shows that.
      this.#syncState.markState('unordered')
      const pauseMs = (this.#time.now() - startedAt) * RELIST_PAUSE_FACTOR
      const waitMs = observed
        ? Math.min(Math.max(pauseMs, MIN_RELIST_PAUSE_MS), MAX_RELIST_PAUSE_MS)
        : UNOBSERVED_POLL_MS
      await pause(this.#time, waitMs, signal)
    }
  }

  /** Throws UnorderedVersionError for the first resourceVersion that is not comparable, and only records later ones. */
  #requireComparable(version: string): void {
    if (isResourceVersion(version)) return
    const { ordered } = this.#retryPolicy
    this.#retryPolicy.markUnordered()
    if (ordered) throw new UnorderedVersionError('a resourceVersion is not comparable')
  }

  /** Watches from a version; without one, the watch begins with a streaming list, collected in `listing`. */
  async #watch(version: string | undefined, listing: ListBuilder<T> | undefined): Promise<void> {
    const ended = new AbortController()
    this.#watchAbort = ended
    const watchdog = new Watchdog(this.#time, (reason) => ended.abort(reason))
    const progress = new ListProgress(this.#time, (reason) => ended.abort(reason))
    const signal = AbortSignal.any([this.#stopped.signal, ended.signal])
    try {
      watchdog.expect(HEADER_MS)
      const body = await this.#source.watch(version, signal)
      let collecting = listing
      if (collecting === undefined) this.#syncState.onResume()
      else this.#retryPolicy.streamStarted()
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
        let lineComplete = false
        for (const line of lines.push(chunk)) {
          if (slices.expired) await slices.yield(signal)
          collecting = this.#apply(line, collecting)
          lineComplete = true
        }
        if (collecting === undefined) progress.stop()
        else progress.received(collecting.state.size, !lineComplete)
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
      this.#watchAbort = undefined
    }
  }

  /** Applies one event and returns the list still being collected, if any. */
  #apply(line: Buffer, collecting: ListBuilder<T> | undefined): ListBuilder<T> | undefined {
    const event = this.#decoder.event(line)
    if (event.type === 'error')
      throw new ApiStatusError(
        event.code,
        event.reason,
        event.retryAfterSeconds === undefined ? undefined : event.retryAfterSeconds * 1000,
      )
    if (event.type === 'change') {
      if (collecting === undefined) this.#applyChange(event.object, event.deleted)
      else this.#collect(event.object, collecting, event.deleted)
      return collecting
    }
    this.#requireComparable(event.version)
    if (collecting === undefined) this.store.advance(event.version)
    else if (event.initialEventsEnd) this.#replace(collecting, event.version, 'stream')
    else return collecting
    // Events arrive in order, so everything before this bookmark has arrived.
    this.#syncState.markSynced()
    return undefined
  }

  #collect(object: DecodedObject | undefined, collecting: ListBuilder<T>, deleted = false): void {
    this.#progressAt = this.#time.now()
    if (object !== undefined) this.#requireComparable(object.version)
    const entry = this.#objects.create(object)
    if (entry === undefined || object === undefined) return
    // Renders the item now, so that the first list request finds it ready.
    collecting.apply(deleted ? entry : this.#objects.item(entry, object), deleted)
  }

  #applyChange(object: DecodedObject | undefined, deleted: boolean): void {
    if (object !== undefined) this.#requireComparable(object.version)
    const entry = this.#objects.create(object)
    if (entry === undefined || object === undefined) return
    // An item that was not requested since the last change is rendered on demand.
    const requested = !deleted && this.store.get(entry.namespace, entry.name)?.requested === true
    this.store.apply(requested ? this.#objects.item(entry, object) : entry, deleted)
  }

  #replace(listed: ListBuilder<T>, version: string, mode: 'stream' | 'pages'): void {
    if (!this.store.replace(listed, version)) throw new StaleListError()
    this.#retryPolicy.listed()
    this.#observer.synced(mode)
  }
}
