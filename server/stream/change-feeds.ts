import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import type { Clock } from '../core/clock.ts'
import { ChangeFeed } from './change-feed.ts'
import type { StreamKind } from './stream-kinds.ts'

/** Time for which a feed without subscribers is kept, for subscribers that reconnect with an event id. */
const KEPT_MS = 5 * 60_000
/** Callers choose namespaces: of what nobody follows, no more is kept than this; one stream may follow 1,200 scopes. */
const MAX_KEPT = 2048

/**
 * Bytes of changes that all feeds together may keep, and the minimum for each. Callers choose the namespaces,
 * so their number is not bounded.
 */
const ROOM_BYTES = 64 * 1024 * 1024
const LEAST_BYTES = 16 * 1024

interface SharedFeed {
  context: string
  feed: ChangeFeed
  followers: number
  cancel: () => void
}

/** The feeds of this process: one per context, kind and scope, shared by all subscribers. */
export class ChangeFeeds {
  readonly #options: { time: Clock; clock: () => number; room: () => number }
  readonly #held = new Map<string, SharedFeed>()
  readonly #kept = new Set<string>()

  constructor({ time, clock }: { time: Clock; clock: () => number }) {
    const room = (): number => Math.max(LEAST_BYTES, ROOM_BYTES / this.#held.size)
    this.#options = { time, clock, room }
  }

  /** Returns the feed of a scope, and a function to release it. */
  follow(
    followed: WatchableCluster,
    row: StreamKind,
    namespace: string | undefined,
  ): { feed: ChangeFeed; release: () => void } {
    const key = JSON.stringify([followed.context, followed.origin, row.plural, namespace])
    const held = this.#of(
      key,
      followed.context,
      () => new ChangeFeed({ followed, row, namespace }, this.#options),
    )
    held.cancel()
    this.#kept.delete(key)
    held.followers++
    let released = false
    return {
      feed: held.feed,
      release: () => {
        if (released) return
        released = true
        held.followers--
        if (held.followers === 0) this.#keep(key, held)
      },
    }
  }

  /** Ends all feeds of a context. */
  leave(context: string): void {
    for (const [key, held] of this.#held) if (held.context === context) this.#end(key, held)
  }

  stop(): void {
    for (const [key, held] of this.#held) this.#end(key, held)
  }

  #of(key: string, context: string, make: () => ChangeFeed): SharedFeed {
    const held = this.#held.get(key)
    // A feed that was denied has ended; the new subscriber has been authorized since.
    if (held !== undefined && !held.feed.ended) return held
    if (held !== undefined) this.#end(key, held)
    const made = { context, feed: make(), followers: 0, cancel: () => undefined }
    this.#held.set(key, made)
    return made
  }

  #keep(key: string, held: SharedFeed): void {
    if (this.#held.get(key) !== held) return
    held.cancel = this.#options.time.after(KEPT_MS, () => this.#end(key, held))
    this.#kept.add(key)
    const [oldest] = this.#kept
    const first = oldest === undefined ? undefined : this.#held.get(oldest)
    if (this.#kept.size > MAX_KEPT && oldest !== undefined && first !== undefined) this.#end(oldest, first)
  }

  #end(key: string, held: SharedFeed): void {
    held.cancel()
    held.feed.stop()
    this.#kept.delete(key)
    if (this.#held.get(key) === held) this.#held.delete(key)
  }
}
