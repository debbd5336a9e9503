import { Unavailable } from '../errors.ts'
import { matches, parseSelector } from '../grammar/selector.ts'
import { secondsOf } from '../grammar/timestamp.ts'
import { Frames, type EventSink, type EventStream } from '../http/route.ts'
import type { Followed } from '../kube/followed.ts'
import type { Time } from '../kube/time.ts'
import type { Turns } from '../turns.ts'
import { Channel, type Part } from './channel.ts'
import { Feeds } from './feeds.ts'
import { frame, retry } from './frame.ts'
import { grantedOf, type Following, type Granted } from './granted.ts'
import type { StreamObserver } from './observer.ts'
import { PositionCodec } from './position.ts'
import type { Row } from './rows.ts'
import { Seat } from './seat.ts'

/** What a caller asks of a stream. */
export interface StreamQuery {
  rows: readonly Row[]
  namespace: string | undefined
  labelSelector: string | undefined
  snapshot: boolean
}

export interface HubOptions {
  time: Time
  /** Milliseconds since 1970. */
  clock: () => number
  observer: StreamObserver
  turns: Turns
}

const DRAINING = 'the service is shutting down: connect again, another replica may answer'
const LEFT = 'the context is not there any more, or leads elsewhere now'
/** When a caller whose connection broke comes back: spread, so that not all come at once. */
const RETRY_MS = 2000
const RETRY_SPREAD_MS = 3000

/** All streams of this process: who asks for the same shares a channel, and what they follow is one feed for each scope. */
export class Hub {
  readonly #options: HubOptions
  readonly #feeds: Feeds
  /** Those that may be joined, by what they tell. */
  readonly #joinable = new Map<string, Channel>()
  /** Every one that has clients, and of which context it is. */
  readonly #open = new Map<Channel, string>()
  readonly #left = new WeakSet<Followed>()
  #closing = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#feeds = new Feeds(options)
  }

  /** How many callers are being told. */
  get clients(): number {
    return [...this.#open.keys()].reduce((sum, channel) => sum + channel.clients, 0)
  }

  /**
   * A stream for one caller, once the cluster has said of each kind whether it may be shown. Rejects with Denied where none
   * may, with ClusterFailure where the cluster cannot be asked, and with Unavailable while the process shuts down.
   */
  async open(
    following: Following,
    query: StreamQuery,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<EventStream> {
    if (this.#closing) throw new Unavailable(DRAINING)
    const granted = await Promise.all(
      query.rows.map((row) => grantedOf(following, row, query.namespace, signal)),
    )
    const [first] = granted
    if (first?.denied !== undefined && granted.every(({ denied }) => denied !== undefined)) throw first.denied
    return {
      start: (sink, left) => this.#start({ following, query, lastEventId, granted }, sink, left),
    }
  }

  /** Ends the streams of a context that is taken away. Whoever asks for its name from now on asks for another. */
  leave(followed: Followed): void {
    this.#left.add(followed)
    for (const [channel, of] of this.#open)
      if (of === followed.context) {
        channel.options.changed()
        channel.bye(LEFT)
      }
    this.#feeds.leave(followed.context)
  }

  /** Says goodbye to all, and follows nothing any more: the process is shutting down. */
  close(): void {
    this.#closing = true
    for (const channel of this.#open.keys()) channel.bye(DRAINING)
    this.#feeds.stop()
  }

  #start(asked: Asked, sink: EventSink, signal: AbortSignal): void {
    const { following, query, lastEventId, granted } = asked
    const { time, clock, observer } = this.#options
    const farewell = this.#closing ? DRAINING : this.#left.has(following.followed) ? LEFT : undefined
    if (farewell !== undefined) {
      sink.write(new Frames(frame('bye', JSON.stringify({ reason: farewell }))))
      sink.end()
      return
    }
    const channelOf = (now: readonly Granted[]): Channel => this.#channel({ ...asked, granted: now })
    const seat = new Seat(granted, { sink, signal, time, channelOf })
    observer.opened()
    signal.addEventListener('abort', () => observer.closed())
    const kinds = query.rows.map(({ plural }) => plural)
    const connected = {
      timestamp: secondsOf(clock()),
      context: following.followed.context,
      ...(query.namespace === undefined ? {} : { namespace: query.namespace }),
      kinds,
    }
    const wait = Math.round(RETRY_MS + time.random() * RETRY_SPREAD_MS)
    sink.write(new Frames(retry(wait) + frame('connected', JSON.stringify(connected))))
    const { client, channel } = seat
    for (const { row, denied } of granted) if (denied !== undefined) client.forbid(row.plural, denied)
    if (lastEventId === undefined) client.begin(query.snapshot)
    else client.resume(channel.options.codec.decode(lastEventId))
    if (following.rights !== undefined) seat.holdTo(following.rights)
  }

  /** The channel of all who are told the same. */
  #channel(asked: Asked): Channel {
    const { query, granted } = asked
    const { followed } = asked.following
    const told = granted.map(({ row, denied }) => [row.plural, denied === undefined])
    // Of an id it matters what was asked for, and not what of it was denied at the time.
    const scopes = granted.map(({ row, namespaces }) => [row.plural, ...namespaces])
    const identity = [followed.context, followed.origin, query.labelSelector ?? '', scopes]
    const key = JSON.stringify([identity, told])
    const known = this.#joinable.get(key)
    if (known !== undefined) return known
    const releases: (() => void)[] = []
    const parts = granted.flatMap(({ row, namespaces, denied }) =>
      namespaces.map((namespace): Part => {
        if (denied !== undefined) return { kind: row.plural, feed: undefined }
        const { feed, release } = this.#feeds.follow(followed, row, namespace)
        releases.push(release)
        return { kind: row.plural, feed }
      }),
    )
    const selector = query.labelSelector === undefined ? [] : parseSelector(query.labelSelector)
    const channel: Channel = new Channel({
      ...this.#options,
      parts,
      codec: new PositionCodec(identity, parts.length),
      selects: (labels) => matches(selector, labels),
      changed: () => {
        if (this.#joinable.get(key) === channel) this.#joinable.delete(key)
      },
      empty: () => {
        this.#open.delete(channel)
        if (this.#joinable.get(key) === channel) this.#joinable.delete(key)
        for (const release of releases) release()
      },
    })
    this.#joinable.set(key, channel)
    this.#open.set(channel, followed.context)
    return channel
  }
}

interface Asked {
  following: Following
  query: StreamQuery
  lastEventId: string | undefined
  granted: readonly Granted[]
}
