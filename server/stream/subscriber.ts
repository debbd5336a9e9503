import { background } from '../core/background.ts'
import type { ForbiddenByClusterError } from '../core/errors.ts'
import { SseChunk, type SseWriter } from '../api/responses.ts'
import { pause } from '../core/clock.ts'
import type { BroadcastGroupOptions } from './stream-source.ts'
import { frame } from './frame.ts'
import { resyncReasons } from './stream-observer.ts'
import type { Positions } from './event-id.ts'
import { SubscriberCursor, type UnsentSource } from './subscriber-cursor.ts'
import { data } from './object-change.ts'

/** Unsent bytes after which no more events are queued for a subscriber. */
const MAX_UNSENT = 256 * 1024
/** Size of a part of a snapshot or of missed changes; no more is written while as much is unsent. */
const PIECE = 64 * 1024
/** Number of objects after which a snapshot yields, whether or not any matched. */
const PIECE_OBJECTS = 1000
/** A subscriber whose pending data has not moved for this long is disconnected. */
const STALLED_MS = 30_000
const AHEAD_LOOK_MS = 50

/** The broadcast group as its subscribers see it. */
export interface SubscriberGroup {
  readonly options: BroadcastGroupOptions
  /** Sends live events to a subscriber that has caught up. */
  activate(subscriber: Subscriber): void
  /** Stops live events for a subscriber that has to catch up again. */
  deactivate(subscriber: Subscriber): void
}

/** One subscriber of a stream: catches up at its own pace, then receives live events. */
export class Subscriber {
  readonly #channel: SubscriberGroup
  readonly #sink: SseWriter
  readonly #signal: AbortSignal
  readonly #progress: SubscriberCursor
  #taken = { times: 0, at: 0 }

  /** The signal fires when the caller disconnects. */
  constructor(channel: SubscriberGroup, sink: SseWriter, signal: AbortSignal) {
    this.#channel = channel
    this.#sink = sink
    this.#signal = signal
    this.#progress = new SubscriberCursor(channel.options)
  }

  /** Versions up to which the subscriber has received every event, while it is not live. */
  get positions(): Positions {
    return this.#progress.positions
  }

  /** Starts a new subscription: with a snapshot, or with the changes from now on. */
  begin(snapshot: boolean): void {
    if (!snapshot) this.#progress.skip()
    this.#goOn()
  }

  /** Resumes at the caller's last event id; undefined means that the id does not belong to this stream. */
  resume(positions: Positions | undefined): void {
    this.#progress.resume(positions)
    this.#goOn()
  }

  /**
   * Writes events to a live subscriber. Only the data that was unsent before counts as its backlog: a single
   * large write is not a sign of a slow reader.
   */
  push(frames: SseChunk): void {
    if (this.#sink.unsentBytes <= MAX_UNSENT) {
      this.#sink.write(frames)
      return
    }
    this.#channel.deactivate(this)
    for (const { kind } of this.#channel.options.parts) this.#progress.invalidate(kind, 'slow')
    this.#goOn()
  }

  /** Handles a source that became available, or was replaced, while the subscriber was live. */
  renew(at: number): void {
    this.#channel.deactivate(this)
    this.#progress.renewed(at)
    this.#goOn()
  }

  /** Skips a kind whose denial was already reported. */
  leaveOut(kind: string): void {
    this.#progress.forget(kind)
  }

  /** Ends a kind that may not be shown any more, and reports its denial. */
  forbid(kind: string, { message: error }: ForbiddenByClusterError): void {
    this.#progress.forget(kind)
    this.#write(frame('forbidden', JSON.stringify({ kind, error, code: 'FORBIDDEN', statusCode: 403 })))
    this.#channel.options.observer.forbidden(kind)
  }

  /** Sends a heartbeat to a subscriber that is not live, unless it has a backlog. */
  ping(said: SseChunk): void {
    if (this.#sink.unsentBytes < PIECE) this.#sink.write(said)
  }

  /** Disconnects a subscriber whose backlog does not move; `now` is monotonic time. */
  look(now: number): void {
    const { unsentBytes: unsent, writtenCount: taken } = this.#sink
    if (unsent === 0 || taken !== this.#taken.times) this.#taken = { times: taken, at: now }
    else if (now - this.#taken.at >= STALLED_MS) {
      this.#channel.options.observer.dropped()
      this.#sink.destroy()
    }
  }

  /** Cuts this caller off, whose stream failed: it comes back by itself, and the others never notice. */
  cut(): void {
    this.#sink.destroy()
  }

  /** Ends the stream with a last event; a subscriber with a backlog is disconnected without it. */
  end(goodbye: SseChunk): void {
    if (this.#sink.unsentBytes > MAX_UNSENT) this.#sink.destroy()
    else {
      this.#sink.write(goodbye)
      this.#sink.end()
    }
  }

  #goOn(): void {
    background(
      'a stream',
      () => this.#serve(),
      () => this.cut(),
    )
  }

  /**
   * Sends the snapshot and missed changes in parts until none are left, then makes the subscriber live. The
   * last check and that step run in the same turn of the event loop, so no change can be lost in between.
   */
  async #serve(): Promise<void> {
    while (await this.#turn()) {
      const [untold] = this.#progress.unsentSources()
      if (untold !== undefined) {
        await this.#snapshot(untold)
        continue
      }
      const { frames, more, ahead } = this.#progress.missed(PIECE)
      this.#write(frames)
      if (more || this.#progress.unsentSources().length > 0) continue
      if (!ahead) {
        this.#saySynced()
        this.#progress.live()
        this.#channel.activate(this)
        return
      }
      await pause(this.#channel.options.time, AHEAD_LOOK_MS, this.#signal)
    }
  }

  /** Waits until most data is read, and yields to other work; false if the caller disconnected. */
  async #turn(): Promise<boolean> {
    if (this.#sink.unsentBytes > PIECE) await this.#sink.drained()
    await this.#channel.options.scheduler.yield()
    return !this.#signal.aborted
  }

  /** Sends the snapshot of one source, and records its version at the end unless it was lost. */
  async #snapshot({ at, part, feed }: UnsentSource): Promise<void> {
    const { version, epoch } = feed
    const { codec, selects, observer } = this.#channel.options
    if (version === undefined) return
    // An incomplete snapshot is worthless, so its event ids cannot be resumed.
    const id = codec.encode([])
    this.#sayOwed()
    this.#progress.begun(part.kind)
    let frames = ''
    let count = 0
    for (const [looked, entry] of feed.entries().entries()) {
      const seen = selects(entry.labels) ? feed.seen(entry) : undefined
      if (seen !== undefined) {
        frames += frame(feed.row.event, data('ADDED', seen.item), id)
        count++
      }
      if (frames.length < PIECE && (looked + 1) % PIECE_OBJECTS !== 0) continue
      this.#write(frames)
      frames = ''
      if (!(await this.#turn()) || part.feed === undefined) return
      // The changes made meanwhile are sent next, so they have to be in the replay buffer still.
      const lost = feed.epoch !== epoch ? 'restarted' : feed.after(version) === undefined ? 'slow' : undefined
      if (lost !== undefined) {
        this.#progress.invalidate(part.kind, lost)
        return
      }
    }
    this.#write(frames)
    observer.eventsSent(part.kind, count)
    this.#progress.advance(at, version)
  }

  /** Announces the kinds that are about to be sent again. */
  #sayOwed(): void {
    for (const [reason, kinds] of this.#progress.pendingResyncs()) {
      this.#write(frame('resync', JSON.stringify({ kinds, reason: resyncReasons[reason] })))
      this.#channel.options.observer.resynced(reason)
    }
  }

  #saySynced(): void {
    const kinds = this.#progress.synced()
    if (kinds.length === 0) return
    const id = this.#channel.options.codec.encode(this.#progress.positions)
    this.#write(frame('synced', JSON.stringify({ kinds }), id))
  }

  #write(frames: string): void {
    if (frames !== '') this.#sink.write(new SseChunk(frames))
  }
}
