import { background } from '../core/background.ts'
import { UnavailableError } from '../core/errors.ts'
import { matches, parseLabelSelector } from '../core/formats/label-selector.ts'
import { toIsoSeconds } from '../core/formats/timestamp.ts'
import { SseChunk, type SseWriter, type EventStream } from '../api/responses.ts'
import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import type { Clock } from '../core/clock.ts'
import type { MemoryLedger } from '../core/memory-ledger.ts'
import type { Scheduler } from '../core/scheduler.ts'
import { BroadcastGroup } from './broadcast-group.ts'
import { ChangeFeeds } from './change-feeds.ts'
import { frame, retry } from './frame.ts'
import { authorizeStream, type StreamTarget, type StreamGrant } from './stream-authorization.ts'
import type { StreamObserver } from './stream-observer.ts'
import { EventIdCodec } from './event-id.ts'
import type { StreamKind } from './stream-kinds.ts'
import { Subscription } from './subscription.ts'
import type { StreamSource } from './stream-source.ts'

/** The query of a stream. */
export interface StreamQuery {
  rows: readonly StreamKind[]
  namespace: string | undefined
  labelSelector: string | undefined
  snapshot: boolean
}

export interface HubOptions {
  time: Clock
  /** Milliseconds since 1970. */
  clock: () => number
  observer: StreamObserver
  scheduler: Scheduler
  /** Accounts for the replay buffers. */
  ledger: MemoryLedger
}

const DRAINING = 'the service is shutting down: connect again, another replica may answer'
const LEFT = 'the context was removed or replaced'
/** Delay before a disconnected caller reconnects; randomized, so that not all return at once. */
const RETRY_MS = 2000
const RETRY_SPREAD_MS = 3000

/**
 * All streams of this process. Subscribers with the same query share a broadcast group, and groups share one
 * feed per scope.
 */
export class Hub {
  readonly #options: HubOptions
  readonly #feeds: ChangeFeeds
  /** Broadcast groups that accept subscribers, by their identity. */
  readonly #joinable = new Map<string, BroadcastGroup>()
  /** Broadcast groups with subscribers, and their context. */
  readonly #open = new Map<BroadcastGroup, string>()
  readonly #left = new WeakSet<WatchableCluster>()
  #closing = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#feeds = new ChangeFeeds(options)
  }

  /** Number of connected subscribers. */
  get subscribers(): number {
    return [...this.#open.keys()].reduce((sum, group) => sum + group.subscribers, 0)
  }

  /**
   * Opens a stream after the cluster has authorized each kind. Rejects with ForbiddenByClusterError if every kind is denied,
   * with ClusterError if the cluster cannot decide, and with UnavailableError while the process shuts down.
   */
  async open(
    following: StreamTarget,
    query: StreamQuery,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<EventStream> {
    if (this.#closing) throw new UnavailableError(DRAINING)
    const granted = await Promise.all(
      query.rows.map((row) => authorizeStream(following, row, query.namespace, signal)),
    )
    const [first] = granted
    if (first?.denied !== undefined && granted.every(({ denied }) => denied !== undefined)) throw first.denied
    let subscription: Subscription | undefined
    return {
      start: (sink, left) => {
        subscription = this.#start({ following, query, lastEventId, granted }, sink, left)
      },
      recheck: async () => subscription?.recheck(following.rights),
    }
  }

  /** Ends the streams of a removed context; its name may belong to another connection later. */
  leave(followed: WatchableCluster): void {
    this.#left.add(followed)
    for (const [group, of] of this.#open)
      if (of === followed.context) {
        group.options.changed()
        group.close(LEFT)
      }
    this.#feeds.leave(followed.context)
  }

  /** Ends all streams and feeds: the process is shutting down. */
  close(): void {
    this.#closing = true
    for (const group of this.#open.keys()) group.close(DRAINING)
    this.#feeds.stop()
  }

  #start(request: StreamRequest, sink: SseWriter, signal: AbortSignal): Subscription | undefined {
    const { following, query, lastEventId, granted } = request
    const { time, clock, observer } = this.#options
    const farewell = this.#closing ? DRAINING : this.#left.has(following.followed) ? LEFT : undefined
    if (farewell !== undefined) {
      sink.write(new SseChunk(frame('bye', JSON.stringify({ reason: farewell }))))
      sink.end()
      return undefined
    }
    const groupOf = (now: readonly StreamGrant[]): BroadcastGroup =>
      this.#groupOf({ ...request, granted: now })
    const subscription = new Subscription(granted, { sink, signal, groupOf })
    observer.opened()
    signal.addEventListener('abort', () => background('leaving a stream', () => observer.closed()))
    const kinds = query.rows.map(({ plural }) => plural)
    const connected = {
      timestamp: toIsoSeconds(clock()),
      context: following.followed.context,
      ...(query.namespace === undefined ? {} : { namespace: query.namespace }),
      kinds,
    }
    const wait = Math.round(RETRY_MS + time.random() * RETRY_SPREAD_MS)
    sink.write(new SseChunk(retry(wait) + frame('connected', JSON.stringify(connected))))
    const { subscriber, group } = subscription
    for (const { row, denied } of granted) if (denied !== undefined) subscriber.forbid(row.plural, denied)
    if (lastEventId === undefined) subscriber.begin(query.snapshot)
    else subscriber.resume(group.options.codec.decode(lastEventId))
    return subscription
  }

  /** Returns the broadcast group of subscribers that receive the same events. */
  #groupOf(request: StreamRequest): BroadcastGroup {
    const { query, granted } = request
    const { followed } = request.following
    const available = granted.map(({ row, denied }) => [row.plural, denied === undefined])
    // An event id depends on the requested kinds, not on their denials at the time.
    const scopes = granted.map(({ row, namespaces }) => [row.plural, ...namespaces])
    const identity = [followed.context, followed.origin, query.labelSelector ?? '', scopes]
    const key = JSON.stringify([identity, available])
    const joinable = this.#joinable.get(key)
    if (joinable !== undefined) return joinable
    const releases: (() => void)[] = []
    const parts = granted.flatMap(({ row, namespaces, denied }) =>
      namespaces.map((namespace): StreamSource => {
        if (denied !== undefined) return { kind: row.plural, feed: undefined }
        const { feed, release } = this.#feeds.follow(followed, row, namespace)
        releases.push(release)
        return { kind: row.plural, feed }
      }),
    )
    const selector = query.labelSelector === undefined ? [] : parseLabelSelector(query.labelSelector)
    const group: BroadcastGroup = new BroadcastGroup({
      ...this.#options,
      parts,
      codec: new EventIdCodec(identity, parts.length),
      selects: (labels) => matches(selector, labels),
      changed: () => {
        if (this.#joinable.get(key) === group) this.#joinable.delete(key)
      },
      empty: () => {
        this.#open.delete(group)
        if (this.#joinable.get(key) === group) this.#joinable.delete(key)
        for (const release of releases) release()
      },
    })
    this.#joinable.set(key, group)
    this.#open.set(group, followed.context)
    return group
  }
}

interface StreamRequest {
  following: StreamTarget
  query: StreamQuery
  lastEventId: string | undefined
  granted: readonly StreamGrant[]
}
