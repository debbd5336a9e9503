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
/** Size of a part of a snapshot or of missed changes; the next part waits while more than this is unsent. */
const PART_BYTES = 64 * 1024
/** Number of objects after which a snapshot yields to other work, whether or not the selector matches any of them. */
const PART_OBJECTS = 1000
/** A subscriber whose pending data has not moved for this long is disconnected. */
const STALLED_MS = 30_000
/** Interval at which a replica that is behind the subscriber checks whether it has caught up. */
const AHEAD_POLL_MS = 50

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
  readonly #group: SubscriberGroup
  readonly #sink: SseWriter
  readonly #signal: AbortSignal
  readonly #cursor: SubscriberCursor
  #lastProgress = { written: 0, at: 0 }

  /** The signal fires when the caller disconnects. */
  constructor(group: SubscriberGroup, sink: SseWriter, signal: AbortSignal) {
    this.#group = group
    this.#sink = sink
    this.#signal = signal
    this.#cursor = new SubscriberCursor(group.options)
  }

  /** Versions up to which the subscriber has received every event, while it is not live. */
  get positions(): Positions {
    return this.#cursor.positions
  }

  /** Starts a new subscription: with a snapshot, or with the changes from now on. */
  begin(snapshot: boolean): void {
    if (!snapshot) this.#cursor.skip()
    this.#catchUp()
  }

  /** Resumes at the caller's last event id; undefined means that the id does not belong to this stream. */
  resume(positions: Positions | undefined): void {
    this.#cursor.resume(positions)
    this.#catchUp()
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
    this.#group.deactivate(this)
    for (const { kind } of this.#group.options.parts) this.#cursor.invalidate(kind, 'slow')
    this.#catchUp()
  }

  /** Handles a source that became available, or was replaced, while the subscriber was live. */
  renew(index: number): void {
    this.#group.deactivate(this)
    this.#cursor.renewed(index)
    this.#catchUp()
  }

  /** Stops a kind whose denial was already reported. */
  skipKind(kind: string): void {
    this.#cursor.forget(kind)
  }

  /** Ends a kind that is forbidden, and reports the denial to the subscriber. */
  forbid(kind: string, { message: error }: ForbiddenByClusterError): void {
    this.#cursor.forget(kind)
    this.#write(frame('forbidden', JSON.stringify({ kind, error, code: 'FORBIDDEN', statusCode: 403 })))
    this.#group.options.observer.forbidden(kind)
  }

  /** Sends a heartbeat to a subscriber that is not live, unless it has a backlog. */
  ping(heartbeat: SseChunk): void {
    if (this.#sink.unsentBytes < PART_BYTES) this.#sink.write(heartbeat)
  }

  /** Disconnects a subscriber whose backlog does not move; `now` is monotonic time. */
  checkProgress(now: number): void {
    const { unsentBytes, writtenCount: written } = this.#sink
    if (unsentBytes === 0 || written !== this.#lastProgress.written) this.#lastProgress = { written, at: now }
    else if (now - this.#lastProgress.at >= STALLED_MS) {
      this.#group.options.observer.dropped()
      this.#sink.destroy()
    }
  }

  /** Closes the connection of a caller whose stream failed. EventSource reconnects by itself; other callers are unaffected. */
  disconnect(): void {
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

  #catchUp(): void {
    background(
      'a stream',
      () => this.#sendUntilLive(),
      () => this.disconnect(),
    )
  }

  /**
   * Sends the snapshot and missed changes in parts until none are left, then makes the subscriber live. The
   * last check and the activation run in one turn of the event loop, so no change can be lost in between.
   */
  async #sendUntilLive(): Promise<void> {
    while (await this.#waitUntilWritable()) {
      const [unsentSource] = this.#cursor.unsentSources()
      if (unsentSource !== undefined) {
        await this.#sendSnapshot(unsentSource)
        continue
      }
      const { frames, more, ahead } = this.#cursor.missed(PART_BYTES)
      this.#write(frames)
      if (more || this.#cursor.unsentSources().length > 0) continue
      if (!ahead) {
        this.#sendSynced()
        this.#cursor.live()
        this.#group.activate(this)
        return
      }
      await pause(this.#group.options.time, AHEAD_POLL_MS, this.#signal)
    }
  }

  /** Waits until the unsent data is written, if it is more than a part, and yields; false if the caller disconnected. */
  async #waitUntilWritable(): Promise<boolean> {
    if (this.#sink.unsentBytes > PART_BYTES) await this.#sink.drained()
    await this.#group.options.scheduler.yield()
    return !this.#signal.aborted
  }

  /** Sends the snapshot of one source, and records its version once all of it is sent. */
  async #sendSnapshot({ index, part, feed }: UnsentSource): Promise<void> {
    const { version, epoch } = feed
    const { codec, selects, observer } = this.#group.options
    if (version === undefined) return
    // A caller cannot resume within a snapshot, so its events carry an id without versions.
    const id = codec.encode([])
    this.#sendResyncs()
    this.#cursor.snapshotStarted(part.kind)
    let frames = ''
    let count = 0
    for (const [number, entry] of feed.entries().entries()) {
      const projected = selects(entry.labels) ? feed.project(entry) : undefined
      if (projected !== undefined) {
        frames += frame(feed.row.event, data('ADDED', projected.item), id)
        count++
      }
      if (frames.length < PART_BYTES && (number + 1) % PART_OBJECTS !== 0) continue
      this.#write(frames)
      frames = ''
      if (!(await this.#waitUntilWritable()) || part.feed === undefined) return
      // The changes made meanwhile are sent next, so the replay buffer must still contain them.
      const lost = feed.epoch !== epoch ? 'restarted' : feed.after(version) === undefined ? 'slow' : undefined
      if (lost !== undefined) {
        this.#cursor.invalidate(part.kind, lost)
        return
      }
    }
    this.#write(frames)
    observer.eventsSent(part.kind, count)
    this.#cursor.advance(index, version)
  }

  /** Announces the kinds that are about to be sent again. */
  #sendResyncs(): void {
    for (const [reason, kinds] of this.#cursor.pendingResyncs()) {
      this.#write(frame('resync', JSON.stringify({ kinds, reason: resyncReasons[reason] })))
      this.#group.options.observer.resynced(reason)
    }
  }

  #sendSynced(): void {
    const kinds = this.#cursor.synced()
    if (kinds.length === 0) return
    const id = this.#group.options.codec.encode(this.#cursor.positions)
    this.#write(frame('synced', JSON.stringify({ kinds }), id))
  }

  #write(frames: string): void {
    if (frames !== '') this.#sink.write(new SseChunk(frames))
  }
}
