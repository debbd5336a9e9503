import type { Denied } from '../errors.ts'
import { secondsOf } from '../grammar/timestamp.ts'
import { Frames } from '../http/route.ts'
import type { Time } from '../kube/time.ts'
import type { Turns } from '../turns.ts'
import type { Client } from './client.ts'
import type { Feed } from './feed.ts'
import { frame, PING } from './frame.ts'
import type { StreamObserver } from './observer.ts'
import type { PositionCodec, Positions } from './position.ts'
import { framesOf, type Batch, type Selects } from './told.ts'

/** A kind in one scope, as a stream holds it. */
export interface Part {
  /** The plural, as in `kinds=`. */
  readonly kind: string
  /** Undefined where the cluster denies the kind. */
  feed: Feed | undefined
}

export interface ChannelOptions {
  parts: readonly Part[]
  codec: PositionCodec
  selects: Selects
  time: Time
  /** Milliseconds since 1970. */
  clock: () => number
  observer: StreamObserver
  turns: Turns
  /** Called when a kind is denied: who comes now, and may have it again, needs another channel. */
  changed: () => void
  /** Called when the last client has left. */
  empty: () => void
}

/** So long after all were written to nobody is again, whatever happens: many events become one. */
const GATHER_MS = 5
const BEAT_MS = 5000
const PING_BEATS = 3
const HEARTBEAT_BEATS = 6

/**
 * All who asked for the same: kinds, namespaces, selector, context. Each event is framed once for them, and the same bytes
 * are written to each. Who is told what is past (a snapshot, what was missed) is not among the live until that is done.
 */
export class Channel {
  readonly options: ChannelOptions
  readonly #clients = new Set<Client>()
  readonly #live = new Set<Client>()
  readonly #leave: (() => void)[]
  #pending: string[] = []
  readonly #counts = new Map<string, number>()
  #scheduled = false
  #flushedAt = 0
  #beats = 0
  #cancelBeat: () => void = () => undefined

  constructor(options: ChannelOptions) {
    this.options = options
    this.#leave = options.parts.map((part, at) => {
      if (part.feed === undefined) return () => undefined
      return part.feed.listen({
        changed: (batch) => this.#changed(at, batch),
        renewed: () => this.#renewed(at),
        forbidden: (denied) => this.#forbidden(part.kind, denied),
      })
    })
    this.#beatLater()
  }

  get clients(): number {
    return this.#clients.size
  }

  /** How far everything is told to those who are live. */
  get positions(): Positions {
    return this.options.parts.map(({ feed }) => feed?.version)
  }

  /** How far everything is told to one client. */
  positionsOf(client: Client): Positions {
    this.flush()
    return this.#live.has(client) ? this.positions : client.positions
  }

  enter(client: Client): void {
    this.#clients.add(client)
  }

  /** From now on a client is told what happens; it was told everything up to now. */
  join(client: Client): void {
    this.flush()
    this.#live.add(client)
  }

  /** What is told from now on is not for this client, until it joins again. */
  part(client: Client): void {
    this.#live.delete(client)
  }

  remove(client: Client): void {
    this.#live.delete(client)
    if (!this.#clients.delete(client) || this.#clients.size > 0) return
    this.#cancelBeat()
    for (const leave of this.#leave) leave()
    this.options.empty()
  }

  /** Says goodbye to all. */
  bye(reason: string): void {
    this.flush()
    const goodbye = new Frames(frame('bye', JSON.stringify({ reason })))
    for (const client of this.#clients) client.end(goodbye)
  }

  /** Writes what was gathered. */
  flush(): void {
    if (this.#pending.length === 0) return
    const frames = new Frames(this.#pending.join(''))
    this.#pending = []
    for (const [kind, count] of this.#counts) this.options.observer.told(kind, count * this.#live.size)
    this.#counts.clear()
    for (const client of this.#live) client.push(frames)
    // To write to a thousand takes longer than this: counted from its beginning, nothing would be gathered when it matters most.
    this.#flushedAt = performance.now()
  }

  #changed(at: number, batch: Batch): void {
    const { parts, codec, selects } = this.options
    const part = parts[at]
    if (this.#live.size === 0 || part?.feed === undefined) return
    const { positions } = this
    const frames = framesOf(part.feed.row.event, batch, selects, {
      torn: () => codec.encode(positions.with(at, undefined)),
      whole: () => codec.encode(positions),
    })
    if (frames.length === 0) return
    for (const one of frames) this.#pending.push(one)
    this.#counts.set(part.kind, (this.#counts.get(part.kind) ?? 0) + frames.length)
    this.#gather()
  }

  #renewed(at: number): void {
    this.flush()
    for (const client of this.#live) client.renew(at)
  }

  #forbidden(kind: string, denied: Denied): void {
    // In several namespaces it may be denied several times.
    if (!this.options.parts.some((part) => part.kind === kind && part.feed !== undefined)) return
    this.flush()
    for (const part of this.options.parts) if (part.kind === kind) part.feed = undefined
    for (const client of this.#clients) client.forbid(kind, denied)
    this.options.changed()
  }

  #gather(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    const write = (): void => {
      this.#scheduled = false
      this.flush()
    }
    const wait = GATHER_MS - (performance.now() - this.#flushedAt)
    if (wait > 0) setTimeout(write, wait)
    else void this.options.turns.next().then(write)
  }

  #beatLater(): void {
    this.#cancelBeat = this.options.time.after(BEAT_MS, () => {
      this.#beats++
      this.#beat()
      this.#beatLater()
    })
  }

  #beat(): void {
    const { codec, clock, time } = this.options
    this.flush()
    for (const client of this.#clients) client.look(time.now())
    if (this.#beats % PING_BEATS !== 0) return
    const beats = this.#beats % HEARTBEAT_BEATS === 0
    const timestamp = secondsOf(clock())
    const said = (id?: string): Frames =>
      new Frames(PING + (beats ? frame('heartbeat', JSON.stringify({ timestamp }), id) : ''))
    const [live, other] = [said(codec.encode(this.positions)), said()]
    for (const client of this.#clients)
      if (this.#live.has(client)) client.push(live)
      else client.ping(other)
  }
}
