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
  readonly #subscribers = new Set<Subscriber>()
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
    this.#leave = options.parts.map((part, index) => {
      if (part.feed === undefined) return () => undefined
      return part.feed.listen({
        changed: (batch) => this.#changed(index, batch),
        renewed: () => this.#renewed(index),
        forbidden: (denied) => this.#forbidden(part.kind, denied),
      })
    })
    this.#scheduleHeartbeat()
  }

  get subscribers(): number {
    return this.#subscribers.size
  }

  /** Versions up to which live subscribers have received every event. */
  get positions(): Positions {
    return this.options.parts.map(({ feed }) => feed?.version)
  }

  /** Versions up to which one subscriber has received every event. */
  positionsOf(subscriber: Subscriber): Positions {
    this.flush()
    return this.#live.has(subscriber) ? this.positions : subscriber.positions
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
  }

  /** Makes a subscriber live; it must have received everything up to now. */
  activate(subscriber: Subscriber): void {
    this.flush()
    this.#live.add(subscriber)
  }

  /** Stops broadcasting to a subscriber until it joins again. */
  deactivate(subscriber: Subscriber): void {
    this.#live.delete(subscriber)
  }

  remove(subscriber: Subscriber): void {
    this.#live.delete(subscriber)
    if (!this.#subscribers.delete(subscriber) || this.#subscribers.size > 0) return
    this.#cancelBeat()
    for (const leave of this.#leave) leave()
    this.options.empty()
  }

  /** Sends a last event to every subscriber and ends their streams. */
  close(reason: string): void {
    this.flush()
    const goodbye = new SseChunk(frame('bye', JSON.stringify({ reason })))
    this.#forEach(this.#subscribers, (subscriber) => subscriber.end(goodbye))
  }

  /** Writes the pending events. */
  flush(): void {
    if (this.#pending.length === 0) return
    const frames = new SseChunk(this.#pending.join(''))
    this.#pending = []
    for (const [kind, count] of this.#counts) this.options.observer.eventsSent(kind, count * this.#live.size)
    this.#counts.clear()
    this.#forEach(this.#live, (subscriber) => subscriber.push(frames))
    // Set after the writes: writing to a thousand subscribers takes longer than the pause, which would then
    // batch nothing under the highest load.
    this.#flushedAt = performance.now()
  }

  #changed(index: number, batch: ChangeBatch): void {
    const { parts, codec, selects } = this.options
    const part = parts[index]
    if (this.#live.size === 0 || part?.feed === undefined) return
    const { positions } = this
    const frames = framesOf(part.feed.row.event, batch, selects, {
      torn: () => codec.encode(positions.with(index, undefined)),
      whole: () => codec.encode(positions),
    })
    if (frames.length === 0) return
    for (const line of frames) this.#pending.push(line)
    this.#counts.set(part.kind, (this.#counts.get(part.kind) ?? 0) + frames.length)
    this.#scheduleFlush()
  }

  #renewed(index: number): void {
    this.flush()
    this.#forEach(this.#live, (subscriber) => subscriber.renew(index))
  }

  #forbidden(kind: string, denied: ForbiddenByClusterError): void {
    // Several namespaces can report the denial of the same kind.
    if (!this.options.parts.some((part) => part.kind === kind && part.feed !== undefined)) return
    this.flush()
    for (const part of this.options.parts) if (part.kind === kind) part.feed = undefined
    this.#forEach(this.#subscribers, (subscriber) => subscriber.forbid(kind, denied))
    this.options.changed()
  }

  #scheduleFlush(): void {
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

  #scheduleHeartbeat(): void {
    this.#cancelBeat = this.options.time.after(BEAT_MS, () => {
      this.#beats++
      background('the heartbeat of a stream', () => this.#heartbeat())
      this.#scheduleHeartbeat()
    })
  }

  #heartbeat(): void {
    const { codec, clock, time } = this.options
    this.flush()
    this.#forEach(this.#subscribers, (subscriber) => subscriber.checkProgress(time.now()))
    if (this.#beats % PING_BEATS !== 0) return
    const beats = this.#beats % HEARTBEAT_BEATS === 0
    const timestamp = toIsoSeconds(clock())
    const heartbeat = (id?: string): SseChunk =>
      new SseChunk(PING + (beats ? frame('heartbeat', JSON.stringify({ timestamp }), id) : ''))
    const [live, other] = [heartbeat(codec.encode(this.positions)), heartbeat()]
    this.#forEach(this.#subscribers, (subscriber) => {
      if (this.#live.has(subscriber)) subscriber.push(live)
      else subscriber.ping(other)
    })
  }

  /** Does something for each client; one for which it fails is cut off. */
  #forEach(subscribers: Iterable<Subscriber>, run: (subscriber: Subscriber) => void): void {
    for (const subscriber of subscribers)
      background(
        'a stream',
        () => run(subscriber),
        () => subscriber.disconnect(),
      )
  }
}
