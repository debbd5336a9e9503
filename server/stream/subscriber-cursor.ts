import { areComparable, compareVersions } from '../core/formats/resource-version.ts'
import type { BroadcastGroupOptions, StreamSource } from './stream-source.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Reason } from './stream-observer.ts'
import type { Positions } from './event-id.ts'
import { framesOf } from './object-change.ts'

/** Time to wait for this replica to reach a version in an id that another replica issued. */
const AHEAD_MS = 2000

/** A source that is available and has not been sent. */
export interface UnsentSource {
  at: number
  part: StreamSource
  feed: ChangeFeed
}

/** A part of the changes a subscriber missed. */
export interface MissedChanges {
  frames: string
  /** Whether there is more to send at once. */
  more: boolean
  /** Whether the subscriber is ahead of this replica, which may catch up. */
  ahead: boolean
}

/** Cursor of one subscriber: the versions it has received, and the resyncs it still needs. */
export class SubscriberCursor {
  readonly #options: BroadcastGroupOptions
  #positions: (string | undefined)[]
  /** Sources whose existing objects are not sent, only their later changes. */
  readonly #skipped = new Set<number>()
  /** Kinds of which the subscriber has received any event. */
  readonly #known = new Set<string>()
  readonly #owed = new Map<string, Reason>()
  /** Kinds whose `synced` event is still to be sent. */
  readonly #unsynced: Set<string>
  /** Sources whose events come from the broadcast group while the subscriber is live. */
  #live: ReadonlySet<number> = new Set()
  #aheadSince: number | undefined

  constructor(options: BroadcastGroupOptions) {
    this.#options = options
    this.#positions = options.parts.map(() => undefined)
    this.#unsynced = new Set(options.parts.map(({ kind }) => kind))
  }

  get positions(): Positions {
    return this.#positions
  }

  /** Skips the existing objects of every source. */
  skip(): void {
    for (const at of this.#options.parts.keys()) this.#skipped.add(at)
  }

  /** Resumes at these versions; undefined: the id does not belong to this stream. */
  resume(positions: Positions | undefined): void {
    const { parts } = this.#options
    for (const { kind } of parts) this.#known.add(kind)
    this.#positions = parts.map((_, at) => positions?.[at])
    for (const [at, { kind }] of parts.entries())
      if (positions?.[at] === undefined)
        this.invalidate(kind, positions === undefined ? 'foreign' : 'unfinished')
  }

  /**
   * Marks the subscriber as live from the sources' current versions. Sources that are not available yet keep
   * their position.
   */
  live(): void {
    const { parts } = this.#options
    this.#live = new Set([...parts.keys()].filter((at) => parts[at]?.feed?.version !== undefined))
  }

  /** Ends the live state, because a source became available or was replaced. */
  renewed(anew: number): void {
    const { parts } = this.#options
    for (const at of this.#live) this.#positions[at] = parts[at]?.feed?.version
    for (const at of this.#live) {
      const part = parts[at]
      // Other sources that were cleared and are not available again are lost too.
      if (part !== undefined && (at === anew || part.feed?.version === undefined))
        this.invalidate(part.kind, 'restarted')
    }
  }

  /** Records that a source was sent completely, at this version. */
  advance(at: number, version: string): void {
    this.#positions[at] = version
  }

  /** Records that a kind's snapshot has begun. */
  begun(kind: string): void {
    this.#known.add(kind)
  }

  /** Drops everything pending for a denied kind. */
  forget(kind: string): void {
    this.#owed.delete(kind)
    this.#unsynced.delete(kind)
  }

  /** Invalidates a kind: the subscriber's state is no base to resume from. */
  invalidate(kind: string, reason: Reason): void {
    const parts = [...this.#options.parts.entries()].filter(([, part]) => part.kind === kind)
    if (parts.some(([, part]) => part.feed === undefined)) return
    for (const [at] of parts) {
      this.#positions[at] = undefined
      if (this.#known.has(kind)) this.#skipped.delete(at)
    }
    this.#unsynced.add(kind)
    if (this.#known.has(kind) && !this.#owed.has(kind)) this.#owed.set(kind, reason)
  }

  /** Returns the available sources that have not been sent. */
  unsentSources(): UnsentSource[] {
    return this.#options.parts.flatMap((part, at) => {
      const { feed, kind } = part
      if (feed?.version === undefined || this.#positions[at] !== undefined) return []
      if (!this.#skipped.has(at)) return [{ at, part, feed }]
      this.#known.add(kind)
      this.#positions[at] = feed.version
      return []
    })
  }

  /** Returns and clears the pending resyncs by reason, for kinds that are available. */
  pendingResyncs(): Map<Reason, string[]> {
    const there = new Set(this.unsentSources().map(({ part }) => part.kind))
    const kinds = [...this.#owed.keys()].filter((kind) => there.has(kind))
    const found = Map.groupBy(kinds, (kind) => this.#owed.get(kind) ?? 'restarted')
    for (const kind of kinds) this.#owed.delete(kind)
    return found
  }

  /** Returns the kinds that became complete since the last call; empty while any source is not available. */
  synced(): string[] {
    const { parts } = this.#options
    const whole = ({ feed }: StreamSource, at: number) =>
      feed === undefined || (feed.version !== undefined && this.#positions[at] !== undefined)
    if (!parts.every(whole)) return []
    const kinds = [...this.#unsynced]
    this.#unsynced.clear()
    return kinds
  }

  /** Returns the next part of the missed changes, of about `size` characters. */
  missed(size: number): MissedChanges {
    let frames = ''
    let ahead = false
    for (const [at, { feed, kind }] of this.#options.parts.entries()) {
      const position = this.#positions[at]
      if (feed?.version === undefined || position === undefined || position === feed.version) continue
      if (!areComparable(position, feed.version)) {
        this.invalidate(kind, 'restarted')
        continue
      }
      if (compareVersions(position, feed.version) > 0) {
        if (this.#waits()) ahead = true
        else this.invalidate(kind, 'ahead')
        continue
      }
      frames += this.#replay(at, { feed, kind, position, size: size - frames.length })
      if (frames.length >= size) return { frames, more: true, ahead }
    }
    return { frames, more: false, ahead }
  }

  #replay(
    at: number,
    { feed, kind, position, size }: { feed: ChangeFeed; kind: string; position: string; size: number },
  ): string {
    const batches = feed.after(position)
    if (batches === undefined) {
      this.invalidate(kind, 'old')
      return ''
    }
    const { codec, selects, observer } = this.#options
    let frames = ''
    for (const batch of batches) {
      this.#positions[at] = batch.version
      const made = framesOf(feed.row.event, batch, selects, {
        torn: () => codec.encode(this.#positions.with(at, undefined)),
        whole: () => codec.encode(this.#positions),
      })
      frames += made.join('')
      observer.eventsSent(kind, made.length)
      if (frames.length >= size) return frames
    }
    this.#positions[at] = feed.version
    return frames
  }

  #waits(): boolean {
    const now = this.#options.time.now()
    this.#aheadSince ??= now
    return now - this.#aheadSince < AHEAD_MS
  }
}
