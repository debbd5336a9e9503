import type { Denied } from '../errors.ts'
import { Frames, type EventSink } from '../http/route.ts'
import { pause } from '../kube/time.ts'
import type { Channel } from './channel.ts'
import { frame } from './frame.ts'
import { reasons } from './observer.ts'
import type { Positions } from './position.ts'
import { Progress, type Untold } from './progress.ts'
import { data } from './told.ts'

/** More unsent than this and nothing is queued for a client any more (faults.md H2). */
const MAX_UNSENT = 256 * 1024
/** What is past is written in pieces of this size, and waits while as much is unsent. */
const PIECE = 64 * 1024
/** And after this many objects others are let through, shown or not. */
const PIECE_OBJECTS = 1000
/** A client that takes nothing of what waits for it is let go. */
const STALLED_MS = 30_000
const AHEAD_LOOK_MS = 50

/** One caller of a stream: told what is past at its own pace, then, among the live, what happens. */
export class Client {
  readonly #channel: Channel
  readonly #sink: EventSink
  readonly #signal: AbortSignal
  readonly #progress: Progress
  #taken = { times: 0, at: 0 }

  /** The signal fires when the caller has left. */
  constructor(channel: Channel, sink: EventSink, signal: AbortSignal) {
    this.#channel = channel
    this.#sink = sink
    this.#signal = signal
    this.#progress = new Progress(channel.options)
  }

  /** How far everything is told to it, while it is not live. */
  get positions(): Positions {
    return this.#progress.positions
  }

  /** Begins anew: with a snapshot, or from the moment each kind is there. */
  begin(snapshot: boolean): void {
    if (!snapshot) this.#progress.skip()
    void this.#serve()
  }

  /** Goes on where the caller was; undefined: its id is none of this stream. */
  resume(positions: Positions | undefined): void {
    this.#progress.resume(positions)
    void this.#serve()
  }

  /** Told to all who are live. What counts is what waits from before: much at once is nobody's slowness. */
  push(frames: Frames): void {
    if (this.#sink.unsent <= MAX_UNSENT) {
      this.#sink.write(frames)
      return
    }
    this.#channel.part(this)
    for (const { kind } of this.#channel.options.parts) this.#progress.lose(kind, 'slow')
    void this.#serve()
  }

  /** A part is there, or there anew, and must be told to this client, who is live. */
  renew(at: number): void {
    this.#channel.part(this)
    this.#progress.renewed(at)
    void this.#serve()
  }

  /** A kind is not told, as was said before. */
  leaveOut(kind: string): void {
    this.#progress.forget(kind)
  }

  /** A kind stops: it may not be shown. */
  forbid(kind: string, { message: error }: Denied): void {
    this.#progress.forget(kind)
    this.#write(frame('forbidden', JSON.stringify({ kind, error, code: 'FORBIDDEN', statusCode: 403 })))
    this.#channel.options.observer.forbidden(kind)
  }

  /** A sign of life to one who is not live; one who does not take what it has needs none. */
  ping(said: Frames): void {
    if (this.#sink.unsent < PIECE) this.#sink.write(said)
  }

  /** Lets a client go that takes nothing; `now` of the hub's time. */
  look(now: number): void {
    const { unsent, taken } = this.#sink
    if (unsent === 0 || taken !== this.#taken.times) this.#taken = { times: taken, at: now }
    else if (now - this.#taken.at >= STALLED_MS) {
      this.#channel.options.observer.dropped()
      this.#sink.destroy()
    }
  }

  /** Ends the stream with a last word, which who is too slow anyway does not get. */
  end(goodbye: Frames): void {
    if (this.#sink.unsent > MAX_UNSENT) this.#sink.destroy()
    else {
      this.#sink.write(goodbye)
      this.#sink.end()
    }
  }

  /**
   * Tells what is past, a piece at a turn, until nothing is left; then the client is live. Between the last look and that
   * nothing can happen.
   */
  async #serve(): Promise<void> {
    while (await this.#turn()) {
      const [untold] = this.#progress.untold()
      if (untold !== undefined) {
        await this.#snapshot(untold)
        continue
      }
      const { frames, more, ahead } = this.#progress.missed(PIECE)
      this.#write(frames)
      if (more || this.#progress.untold().length > 0) continue
      if (!ahead) {
        this.#saySynced()
        this.#progress.live()
        this.#channel.join(this)
        return
      }
      await pause(this.#channel.options.time, AHEAD_LOOK_MS, this.#signal)
    }
  }

  /** Waits until this client has taken most of what it was given, and others had their turn; false when it has left. */
  async #turn(): Promise<boolean> {
    if (this.#sink.unsent > PIECE) await this.#sink.drained()
    await this.#channel.options.turns.next()
    return !this.#signal.aborted
  }

  /** Writes all there is of a part; its position is known when that is done, unless it was lost meanwhile. */
  async #snapshot({ at, part, feed }: Untold): Promise<void> {
    const { version, epoch } = feed
    const { codec, selects, observer } = this.#channel.options
    if (version === undefined) return
    // A snapshot that ends in the middle is none: its id goes on nowhere.
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
      // What happened meanwhile is told next, so it must be held still.
      const lost = feed.epoch !== epoch ? 'restarted' : feed.after(version) === undefined ? 'slow' : undefined
      if (lost !== undefined) {
        this.#progress.lose(part.kind, lost)
        return
      }
    }
    this.#write(frames)
    observer.told(part.kind, count)
    this.#progress.told(at, version)
  }

  /** Says which kinds come anew, of those that are there to come. */
  #sayOwed(): void {
    for (const [reason, kinds] of this.#progress.owed()) {
      this.#write(frame('resync', JSON.stringify({ kinds, reason: reasons[reason] })))
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
    if (frames !== '') this.#sink.write(new Frames(frames))
  }
}
