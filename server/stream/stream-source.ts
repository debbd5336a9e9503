import type { Clock } from '../core/clock.ts'
import type { Scheduler } from '../core/scheduler.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { EventIdCodec } from './event-id.ts'
import type { Selects } from './object-change.ts'
import type { StreamObserver } from './stream-observer.ts'

/** One kind in one scope, as a source of a stream. */
export interface StreamSource {
  /** The plural, as in `kinds=`. */
  readonly kind: string
  /** Undefined if the cluster denies the kind. */
  feed: ChangeFeed | undefined
}

/** The sources and helpers that all subscribers of a broadcast group share. */
export interface BroadcastGroupOptions {
  parts: readonly StreamSource[]
  codec: EventIdCodec
  selects: Selects
  time: Clock
  /** Milliseconds since 1970. */
  clock: () => number
  observer: StreamObserver
  scheduler: Scheduler
  /**
   * Called when a kind is denied. A new subscriber may have the right again, so this broadcast group accepts
   * no more subscribers.
   */
  changed: () => void
  /** Called when the last subscriber has left. */
  empty: () => void
}
