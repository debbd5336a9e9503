import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import type { MemoryLedger } from '../core/memory-ledger.ts'
import type { Clock } from '../core/clock.ts'
import { ChangeFeed } from './change-feed.ts'
import type { StreamKind } from './stream-kinds.ts'

/** Time for which a feed without subscribers is kept, for subscribers that reconnect with an event id. */
const KEPT_MS = 5 * 60_000
/** Maximum number of feeds without subscribers, since callers choose the namespaces; one stream may follow 1,200 scopes. */
const MAX_KEPT = 2048

/**
 * Bytes of changes that all feeds together may keep, and the minimum for each. Callers choose the namespaces,
 * so their number is not bounded.
 */
const ROOM_BYTES = 32 * 1024 * 1024
const LEAST_BYTES = 16 * 1024

interface SharedFeed {
  context: string
  feed: ChangeFeed
  followers: number
  cancel: () => void
}

/** The feeds of this process: one per context, kind and scope, shared by all subscribers. */
export class ChangeFeeds {
  readonly #options: ConstructorParameters<typeof ChangeFeed>[1]
  readonly #feeds = new Map<string, SharedFeed>()
  readonly #idle = new Set<string>()

  constructor({ time, clock, ledger }: { time: Clock; clock: () => number; ledger: MemoryLedger }) {
    const maxBytes = (): number => Math.max(LEAST_BYTES, ROOM_BYTES / this.#feeds.size)
    const account = ledger.open('replay_buffers', () => this.#halveLargest())
    this.#options = { time, clock, account, maxBytes }
  }

  /** Returns the feed of a scope, and a function to release it. */
  follow(
    followed: WatchableCluster,
    row: StreamKind,
    namespace: string | undefined,
  ): { feed: ChangeFeed; release: () => void } {
    const key = JSON.stringify([followed.context, followed.origin, row.plural, namespace])
    const shared = this.#feedOf(
      key,
      followed.context,
      () => new ChangeFeed({ followed, row, namespace }, this.#options),
    )
    shared.cancel()
    this.#idle.delete(key)
    shared.followers++
    let released = false
    return {
      feed: shared.feed,
      release: () => {
        if (released) return
        released = true
        shared.followers--
        if (shared.followers === 0) this.#keepIdle(key, shared)
      },
    }
  }

  /** Ends all feeds of a context. */
  leave(context: string): void {
    for (const [key, shared] of this.#feeds) if (shared.context === context) this.#end(key, shared)
  }

  stop(): void {
    for (const [key, shared] of this.#feeds) this.#end(key, shared)
  }

  /** Makes room in the memory ledger; a subscriber that resumes from what was dropped gets a snapshot. */
  #halveLargest(): boolean {
    let largest: ChangeFeed | undefined
    for (const { feed } of this.#feeds.values())
      if (feed.replayBytes > (largest?.replayBytes ?? 0)) largest = feed
    largest?.halveReplay()
    return largest !== undefined
  }

  #feedOf(key: string, context: string, make: () => ChangeFeed): SharedFeed {
    const shared = this.#feeds.get(key)
    // A feed that was denied has ended; the new subscriber has been authorized since.
    if (shared !== undefined && !shared.feed.ended) return shared
    if (shared !== undefined) this.#end(key, shared)
    const created = { context, feed: make(), followers: 0, cancel: () => undefined }
    this.#feeds.set(key, created)
    return created
  }

  #keepIdle(key: string, shared: SharedFeed): void {
    if (this.#feeds.get(key) !== shared) return
    shared.cancel = this.#options.time.after(KEPT_MS, () => this.#end(key, shared))
    this.#idle.add(key)
    const [oldest] = this.#idle
    const first = oldest === undefined ? undefined : this.#feeds.get(oldest)
    if (this.#idle.size > MAX_KEPT && oldest !== undefined && first !== undefined) this.#end(oldest, first)
  }

  #end(key: string, shared: SharedFeed): void {
    shared.cancel()
    shared.feed.stop()
    this.#idle.delete(key)
    if (this.#feeds.get(key) === shared) this.#feeds.delete(key)
  }
}
