import { background } from '../core/background.ts'
import type { ForbiddenByClusterError } from '../core/errors.ts'
import { toIsoSeconds } from '../core/formats/timestamp.ts'
import { SseChunk } from '../api/responses.ts'
import type { BroadcastGroupOptions } from './stream-source.ts'
import type { Subscriber, SubscriberGroup } from './subscriber.ts'
import { frame, PING } from './frame.ts'
import type { Positions } from './event-id.ts'
import { framesOf, type ChangeBatch } from './object-change.ts'

/** Minimum pause between two writes to all subscribers; events in between are sent together. */
const GATHER_MS = 5
const BEAT_MS = 5000
const PING_BEATS = 3
const HEARTBEAT_BEATS = 6

/**
 * Broadcast group: all subscribers with the same kinds, namespaces, selector and context. Each event is
 * serialized once, and the same bytes are written to each subscriber. A subscriber that is still catching up,
 * by a snapshot or by missed changes, is not live until that is done.
 */
export class BroadcastGroup implements SubscriberGroup {
  readonly options: BroadcastGroupOptions
  readonly #clients = new Set<Subscriber>()
  readonly #live = new Set<Subscriber>()
  readonly #leave: (() => void)[]
  #pending: string[] = []
  readonly #counts = new Map<string, number>()
  #scheduled = false
  #flushedAt = 0
  #beats = 0
  #cancelBeat: () => void = () => undefined

  constructor(options: BroadcastGroupOptions) {
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

  /** Versions up to which live subscribers have received every event. */
  get positions(): Positions {
    return this.options.parts.map(({ feed }) => feed?.version)
  }

  /** Versions up to which one subscriber has received every event. */
  positionsOf(client: Subscriber): Positions {
    this.flush()
    return this.#live.has(client) ? this.positions : client.positions
  }

  add(client: Subscriber): void {
    this.#clients.add(client)
  }

  /** Makes a subscriber live; it must have received everything up to now. */
  activate(client: Subscriber): void {
    this.flush()
    this.#live.add(client)
  }

  /** Stops broadcasting to a subscriber until it joins again. */
  deactivate(client: Subscriber): void {
    this.#live.delete(client)
  }

  remove(client: Subscriber): void {
    this.#live.delete(client)
    if (!this.#clients.delete(client) || this.#clients.size > 0) return
    this.#cancelBeat()
    for (const leave of this.#leave) leave()
    this.options.empty()
  }

  /** Sends a last event to every subscriber and ends their streams. */
  close(reason: string): void {
    this.flush()
    const goodbye = new SseChunk(frame('bye', JSON.stringify({ reason })))
    this.#each(this.#clients, (client) => client.end(goodbye))
  }

  /** Writes the pending events. */
  flush(): void {
    if (this.#pending.length === 0) return
    const frames = new SseChunk(this.#pending.join(''))
    this.#pending = []
    for (const [kind, count] of this.#counts) this.options.observer.eventsSent(kind, count * this.#live.size)
    this.#counts.clear()
    this.#each(this.#live, (client) => client.push(frames))
    // Set after the writes: writing to a thousand subscribers takes longer than the pause, which would then
    // batch nothing under the highest load.
    this.#flushedAt = performance.now()
  }

  #changed(at: number, batch: ChangeBatch): void {
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
    this.#each(this.#live, (client) => client.renew(at))
  }

  #forbidden(kind: string, denied: ForbiddenByClusterError): void {
    // Several namespaces can report the denial of the same kind.
    if (!this.options.parts.some((part) => part.kind === kind && part.feed !== undefined)) return
    this.flush()
    for (const part of this.options.parts) if (part.kind === kind) part.feed = undefined
    this.#each(this.#clients, (client) => client.forbid(kind, denied))
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
    const gathered = (): void => background('a stream', write)
    if (wait > 0) setTimeout(gathered, wait)
    else background('a stream', () => this.options.scheduler.yield().then(gathered), gathered)
  }

  #beatLater(): void {
    this.#cancelBeat = this.options.time.after(BEAT_MS, () => {
      this.#beats++
      background('the heartbeat of a stream', () => this.#beat())
      this.#beatLater()
    })
  }

  #beat(): void {
    const { codec, clock, time } = this.options
    this.flush()
    this.#each(this.#clients, (client) => client.look(time.now()))
    if (this.#beats % PING_BEATS !== 0) return
    const beats = this.#beats % HEARTBEAT_BEATS === 0
    const timestamp = toIsoSeconds(clock())
    const said = (id?: string): SseChunk =>
      new SseChunk(PING + (beats ? frame('heartbeat', JSON.stringify({ timestamp }), id) : ''))
    const [live, other] = [said(codec.encode(this.positions)), said()]
    this.#each(this.#clients, (client) => {
      if (this.#live.has(client)) client.push(live)
      else client.ping(other)
    })
  }

  /** Does something for each client; one for which it fails is cut off. */
  #each(clients: Iterable<Subscriber>, run: (client: Subscriber) => void): void {
    for (const client of clients)
      background(
        'a stream',
        () => run(client),
        () => client.cut(),
      )
  }
}
