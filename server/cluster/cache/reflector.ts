import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import type { Reachability } from '../contexts/reachability.ts'
import { pause, type Clock } from '../../core/clock.ts'
import type { Projection } from '../read/projection.ts'
import { CachedObjectFactory } from './cached-object.ts'
import { WatchEventDecoder, type DecodedObject } from './watch-event-decoder.ts'
import { LineSplitter } from './line-splitter.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import { BlockStore } from './block-store.ts'
import { RelistRequested, StaleListError, RetryPolicy } from './retry-policy.ts'
import { Interner } from './interner.ts'
import { ApiStatusError, type RawPage, type ListWatcher } from './list-watch.ts'
import { type ReflectorState, SyncState } from './sync-state.ts'
import type { ListBuilder, Store } from './store.ts'
import { Watchdog } from './watchdog.ts'
import type { ZstdCodec } from './zstd-codec.ts'

export interface ReflectorOptions<T> {
  reachability: Reachability
  time: Clock
  turns: Scheduler
  zstandard: ZstdCodec
  observer: ReflectorObserver
  /** Projection of the kind's list items. */
  projection: Projection<T, unknown> | undefined
}

/** Time limit for a response header, as for every call. */
const HEADER_MS = 10_000
/** The API server sends a bookmark a minute (watch cache); 90 s without a byte mean a dead connection. */
const SILENCE_MS = 90_000
/** After this long without progress, reads do not wait for an initial list. */
const GETS_ON_MS = 2000
/** More than the largest object etcd stores, with room for the overhead of JSON. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/**
 * Keeps a store in sync with one kind and scope. Begins with a streaming list if the API server supports it
 * (WatchList, KEP-3157), else with a paginated list and a watch from there. Bookmarks advance the version,
 * and every failure resumes at the last one. A lost position (410) leads to a new list, which replaces the
 * cache atomically. Delays and retries are decided by the retry policy.
 */
export class Reflector<T> {
  readonly store: Store<T>
  readonly #source: ListWatcher
  readonly #time: Clock
  readonly #turns: Scheduler
  readonly #observer: ReflectorObserver
  readonly #recovery: RetryPolicy
  readonly #reader: WatchEventDecoder
  readonly #projection: CachedObjectFactory<T>
  readonly #standing: SyncState
  readonly #stopped = new AbortController()
  #usedAt: number
  #gotOnAt = -Infinity
  #following: AbortController | undefined

  constructor(store: Store<T>, source: ListWatcher, options: ReflectorOptions<T>) {
    const { reachability, time, turns, zstandard, observer, projection: view } = options
    this.store = store
    this.#source = source
    this.#time = time
    this.#usedAt = time.now()
    this.#turns = turns
    this.#observer = observer
    this.#standing = new SyncState(time)
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
    return this.#standing.state
  }

  /** Milliseconds since the API server last showed that the cache is complete. */
  get ageMs(): number {
    return this.#standing.ageMs
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
    this.#standing.markState('syncing')
    this.#gotOnAt = this.#time.now()
    void this.#run()
  }

  stop(): void {
    this.#standing.markState('stopped')
    this.#stopped.abort()
    this.store.clear()
  }

  /**
   * Closes the running watch and lists again. The cached objects stay until the new list is complete, and are
   * then replaced atomically.
   */
  relist(): void {
    this.#recovery.mistrust()
    this.#following?.abort(new RelistRequested('what is held differs from what there is'))
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
      if (next.forbidden) this.#standing.markState('forbidden')
      else if (failure !== undefined || next.waitMs > 0)
        this.#standing.markState(this.store.version === undefined ? 'syncing' : 'degraded')
      await Promise.race([next.resume, pause(this.#time, next.waitMs, signal)])
    }
  }

  /** One attempt: from the last version, or from nothing, to the end of one watch. */
  async #attempt(): Promise<void> {
    const again = this.#recovery.listAgain || this.store.version === undefined
    if (!again) return this.#follow(this.store.version, undefined)
    if (this.#recovery.streams) return this.#follow(undefined, this.store.list())
    const version = await this.#pages()
    return this.#follow(version, undefined)
  }

  async #pages(): Promise<string> {
    const listed = this.store.list()
    const slices = new TimeSlice(this.#turns)
    let page: RawPage | undefined
    do {
      page = await this.#source.page(page?.next ?? '', this.#stopped.signal)
      for (const item of page.items) {
        this.#collect(this.#reader.item(item), listed)
        if (slices.expired) await slices.yield(this.#stopped.signal)
      }
    } while (page.next !== '')
    this.#replace(listed, page.version, 'pages')
    return page.version
  }

  async #follow(version: string | undefined, beginning: ListBuilder<T> | undefined): Promise<void> {
    const ended = new AbortController()
    this.#following = ended
    const watchdog = new Watchdog(this.#time, (reason) => ended.abort(reason))
    const signal = AbortSignal.any([this.#stopped.signal, ended.signal])
    try {
      watchdog.expect(HEADER_MS)
      const body = await this.#source.watch(version, signal)
      let collecting = beginning
      if (collecting === undefined) this.#standing.onResume()
      else this.#recovery.begun()
      const lines = new LineSplitter(MAX_LINE_BYTES)
      const slices = new TimeSlice(this.#turns)
      watchdog.expect(SILENCE_MS)
      for await (const chunk of body as AsyncIterable<Buffer>) {
        watchdog.expect(SILENCE_MS)
        this.#standing.onData()
        // Applying a change takes the event loop as long as receiving it did, so requests that arrived
        // meanwhile are served first.
        if (collecting === undefined) await slices.yield(signal)
        else slices.yieldIfExpired()
        for (const line of lines.push(chunk)) {
          if (slices.expired) await slices.yield(signal)
          collecting = this.#take(line, collecting)
        }
        this.#standing.onApplied()
      }
      if (collecting !== undefined) throw new Error('the watch ended before it had told all')
    } catch (error) {
      // The signal's reason is more specific than the resulting connection error.
      throw ended.signal.aborted ? ended.signal.reason : error
    } finally {
      watchdog.stop()
      this.#standing.onEnd()
      ended.abort()
      this.#following = undefined
    }
  }

  /** Applies one event and returns the list still being collected, if any. */
  #take(line: Buffer, collecting: ListBuilder<T> | undefined): ListBuilder<T> | undefined {
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
    if (collecting === undefined) this.store.advance(event.version)
    else if (event.initialEventsEnd) this.#replace(collecting, event.version, 'stream')
    else return collecting
    // Events arrive in order, so everything before this bookmark has arrived.
    this.#standing.markSynced()
    return undefined
  }

  #collect(object: DecodedObject | undefined, collecting: ListBuilder<T>, deleted = false): void {
    this.#gotOnAt = this.#time.now()
    const entry = this.#projection.create(object)
    if (entry === undefined || object === undefined) return
    // Renders the item now, so that the first list request finds it ready.
    collecting.apply(deleted ? entry : this.#projection.item(entry, object), deleted)
  }

  #change(object: DecodedObject | undefined, deleted: boolean): void {
    const entry = this.#projection.create(object)
    if (entry === undefined || object === undefined) return
    // An item that was not requested since the last change is rendered on demand.
    const wanted = !deleted && this.store.get(entry.namespace, entry.name)?.requested === true
    this.store.apply(wanted ? this.#projection.item(entry, object) : entry, deleted)
  }

  #replace(listed: ListBuilder<T>, version: string, mode: 'stream' | 'pages'): void {
    if (!this.store.replace(listed, version)) throw new StaleListError()
    this.#recovery.listed()
    this.#observer.synced(mode)
  }
}
