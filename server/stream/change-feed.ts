import type { MemoryAccount } from '../core/memory-ledger.ts'
import { background, reportFailure } from '../core/background.ts'
import { ForbiddenByClusterError } from '../core/errors.ts'
import type { WatchableCache, WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import { pause, type Clock } from '../core/clock.ts'
import { uidOf, type CachedObject } from '../cluster/cache/cached-object.ts'
import { everything } from '../cluster/cache/compiled-selector.ts'
import type { Change } from '../cluster/cache/object-set.ts'
import type { Store, StoreUpdate } from '../cluster/cache/store.ts'
import { ReplayBuffer } from './replay-buffer.ts'
import type { StreamKind } from './stream-kinds.ts'
import type { ChangeBatch, ItemState, ObjectChange } from './object-change.ts'

/** Subscribers of a feed; callbacks run synchronously, and have applied the change on return. */
export interface ChangeListener {
  changed(batch: ChangeBatch): void
  /** Earlier events are no base to resume from: a snapshot is needed. */
  renewed(): void
  /** The kind may not be shown any longer; the feed has ended. */
  forbidden(denied: ForbiddenByClusterError): void
}

/** Scope of a feed: one kind in one namespace, or in all. */
export interface FeedScope {
  followed: WatchableCluster
  row: StreamKind
  namespace: string | undefined
}

interface FeedOptions {
  time: Clock
  clock: () => number
  account: Pick<MemoryAccount, 'add' | 'remove'>
  maxBytes: () => number
}

/** However many follow a feed, what the cluster says of it is looked at this often. */
const CHECK_MS = 900
/** Interval at which a feed looks for a new store after its store was cleared. */
const AGAIN_MS = 500
/**
 * A list with more changes than this is sent as a new snapshot in time slices, since sending them at once
 * would block the event loop.
 */
const MAX_AT_ONCE = 1000

/**
 * Change feed of one scope: observes the store that also serves reads, never a watch of its own, and keeps
 * the last changes. It outlives reflectors that stop, restart or lose their position, and ends when the
 * cluster denies the scope.
 */
export class ChangeFeed {
  readonly row: StreamKind
  readonly #scope: FeedScope
  readonly #time: Clock
  readonly #clock: () => number
  readonly #replay: ReplayBuffer
  readonly #listeners = new Set<ChangeListener>()
  readonly #stopped = new AbortController()
  #store: Store<unknown> | undefined
  #version: string | undefined
  #epoch = 0
  #checkedAt = -Infinity

  /** `clock`: milliseconds since 1970, for ages. `maxBytes`: the number of bytes of changes to keep. */
  constructor(scope: FeedScope, { time, clock, account, maxBytes }: FeedOptions) {
    this.#scope = scope
    this.row = scope.row
    this.#time = time
    this.#clock = clock
    this.#replay = new ReplayBuffer(account, maxBytes)
    this.#keepRunning()
  }

  /** The store's version; undefined while there is no complete state to send. */
  get version(): string | undefined {
    return this.#version
  }

  /** Changes when the state was lost, which invalidates snapshots in progress. */
  get epoch(): number {
    return this.#epoch
  }

  get ended(): boolean {
    return this.#stopped.signal.aborted
  }

  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the changes after a version; undefined if the replay buffer does not reach back that far. */
  after(version: string): readonly ChangeBatch[] | undefined {
    return this.#replay.after(version)
  }

  /** Returns all objects at the current version, in a copy that later changes do not affect. */
  entries(): readonly CachedObject<unknown>[] {
    return this.#store?.select(this.#scope.namespace, everything) ?? []
  }

  project(entry: CachedObject<unknown>): ItemState | undefined {
    const item = this.row.item(this.#scope.followed, entry, this.#clock())
    return item === undefined ? undefined : { item, labels: entry.labels }
  }

  /** Bytes of the changes that are kept for resumption. */
  get replayBytes(): number {
    return this.#replay.bytes
  }

  /** Drops the older half of the changes that are kept for resumption. */
  halveReplay(): void {
    this.#replay.halve()
  }

  stop(): void {
    this.#stopped.abort()
    this.#replay.begin(undefined)
  }

  #keepRunning(): void {
    background(
      `a feed of ${this.row.plural}`,
      () => this.#run(),
      async () => {
        await pause(this.#time, AGAIN_MS, this.#stopped.signal)
        if (!this.ended) this.#keepRunning()
      },
    )
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    const { followed, row, namespace } = this.#scope
    while (!signal.aborted) {
      try {
        await followed.authorize(row.kind, namespace, signal)
        const reflector = await followed.cacheFor(row.kind, namespace)
        if (reflector !== undefined && !signal.aborted) await this.#follow(reflector)
      } catch (error) {
        this.#endIfForbidden(error)
      }
      await pause(this.#time, AGAIN_MS, signal)
    }
  }

  /** Observes a reflector's store until it is cleared, or this feed is stopped. */
  async #follow({ store, state }: WatchableCache<unknown>): Promise<void> {
    if (state === 'stopped') return
    const { signal } = this.#stopped
    const ended = Promise.withResolvers<undefined>()
    const end = (): void => {
      leave()
      this.#store = undefined
      ended.resolve(undefined)
    }
    const leave = store.observe((update) => {
      try {
        if (update.version !== undefined) {
          this.#apply(update, update.version)
          return
        }
      } catch (error) {
        reportFailure(`a feed of ${this.row.plural}`, error)
      }
      this.#begin(undefined)
      end()
    })
    signal.addEventListener('abort', end)
    this.#store = store
    if (store.version !== undefined) this.#begin(store.version)
    await ended.promise
    signal.removeEventListener('abort', end)
  }

  #apply({ changes, listed }: StoreUpdate<unknown>, version: string): void {
    const from = this.#version
    const { namespace } = this.#scope
    const inScope =
      namespace === undefined
        ? changes
        : changes.filter(({ before, after }) => (after ?? before)?.namespace === namespace)
    if (from === undefined || inScope.length > MAX_AT_ONCE) {
      this.#begin(version)
      return
    }
    const batch = {
      version,
      from: listed ? from : undefined,
      changes: inScope.flatMap((change) => this.#projectChange(change, listed)),
    }
    this.#version = version
    if (batch.changes.length === 0 && !listed) return
    this.#replay.push(batch)
    for (const listener of this.#listeners)
      background(
        `sending ${this.row.plural} changes`,
        () => listener.changed(batch),
        () => listener.renewed(),
      )
  }

  #projectChange({ before, after }: Change<unknown>, listed: boolean): ObjectChange[] {
    const was = before && this.project(before)
    const is = after && this.project(after)
    if (was === undefined && is === undefined) return []
    if (before === undefined || after === undefined) return [{ before: was, after: is }]
    // Another object of the same name: only a list can miss the deletion of the first.
    if (listed && uidOf(before) !== uidOf(after))
      return [
        { before: was, after: undefined },
        { before: undefined, after: is },
      ]
    return was?.item === is?.item && before.labels === after.labels ? [] : [{ before: was, after: is }]
  }

  #begin(version: string | undefined): void {
    this.#epoch++
    this.#version = version
    this.#replay.begin(version)
    if (version !== undefined) this.#notify((listener) => listener.renewed())
  }

  /**
   * Ends it where the cluster lets it be shown no longer: a watch that runs is not asked again. Called by everybody who
   * follows it, and asked once for all of them.
   */
  async recheck(): Promise<void> {
    const now = this.#time.now()
    if (this.ended || now - this.#checkedAt < CHECK_MS) return
    this.#checkedAt = now
    const { followed, row, namespace } = this.#scope
    try {
      await followed.authorize(row.kind, namespace, this.#stopped.signal)
    } catch (error) {
      this.#endIfForbidden(error)
    }
  }

  /**
   * Ends the feed on a denial. Any other failure means that the API server is unreachable, and sends no
   * changes meanwhile.
   */
  #endIfForbidden(error: unknown): void {
    if (!(error instanceof ForbiddenByClusterError) || this.ended) return
    this.#begin(undefined)
    this.stop()
    this.#notify((listener) => listener.forbidden(error))
  }

  #notify(notify: (listener: ChangeListener) => void): void {
    for (const listener of this.#listeners)
      background(`sending ${this.row.plural} changes`, () => notify(listener))
  }
}
