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
  index: number
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
  readonly #received = new Set<string>()
  readonly #pendingResyncs = new Map<string, Reason>()
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
    for (const index of this.#options.parts.keys()) this.#skipped.add(index)
  }

  /** Resumes at these versions; undefined: the id does not belong to this stream. */
  resume(positions: Positions | undefined): void {
    const { parts } = this.#options
    for (const { kind } of parts) this.#received.add(kind)
    this.#positions = parts.map((_, index) => positions?.[index])
    for (const [index, { kind }] of parts.entries())
      if (positions?.[index] === undefined)
        this.invalidate(kind, positions === undefined ? 'foreign' : 'unfinished')
  }

  /**
   * Marks the subscriber as live from the sources' current versions. Sources that are not available yet keep
   * their position.
   */
  live(): void {
    const { parts } = this.#options
    this.#live = new Set([...parts.keys()].filter((index) => parts[index]?.feed?.version !== undefined))
  }

  /** Ends the live state, because a source became available or was replaced. */
  renewed(renewedIndex: number): void {
    const { parts } = this.#options
    for (const index of this.#live) this.#positions[index] = parts[index]?.feed?.version
    for (const index of this.#live) {
      const part = parts[index]
      // Other sources that were cleared and are not available again are lost too.
      if (part !== undefined && (index === renewedIndex || part.feed?.version === undefined))
        this.invalidate(part.kind, 'restarted')
    }
  }

  /** Records that a source was sent completely, at this version. */
  advance(index: number, version: string): void {
    this.#positions[index] = version
  }

  /** Records that a kind's snapshot has begun. */
  snapshotStarted(kind: string): void {
    this.#received.add(kind)
  }

  /** Drops everything pending for a denied kind. */
  forget(kind: string): void {
    this.#pendingResyncs.delete(kind)
    this.#unsynced.delete(kind)
  }

  /** Invalidates a kind: the subscriber's state is no base to resume from. */
  invalidate(kind: string, reason: Reason): void {
    const parts = [...this.#options.parts.entries()].filter(([, part]) => part.kind === kind)
    if (parts.some(([, part]) => part.feed === undefined)) return
    for (const [index] of parts) {
      this.#positions[index] = undefined
      if (this.#received.has(kind)) this.#skipped.delete(index)
    }
    this.#unsynced.add(kind)
    if (this.#received.has(kind) && !this.#pendingResyncs.has(kind)) this.#pendingResyncs.set(kind, reason)
  }

  /** Returns the available sources that have not been sent. */
  unsentSources(): UnsentSource[] {
    return this.#options.parts.flatMap((part, index) => {
      const { feed, kind } = part
      if (feed?.version === undefined || this.#positions[index] !== undefined) return []
      if (!this.#skipped.has(index)) return [{ index, part, feed }]
      this.#received.add(kind)
      this.#positions[index] = feed.version
      return []
    })
  }

  /** Returns and clears the pending resyncs by reason, for kinds that are available. */
  pendingResyncs(): Map<Reason, string[]> {
    const there = new Set(this.unsentSources().map(({ part }) => part.kind))
    const kinds = [...this.#pendingResyncs.keys()].filter((kind) => there.has(kind))
    const found = Map.groupBy(kinds, (kind) => this.#pendingResyncs.get(kind) ?? 'restarted')
    for (const kind of kinds) this.#pendingResyncs.delete(kind)
    return found
  }

  /** Returns the kinds that became complete since the last call; empty while any source is not available. */
  synced(): string[] {
    const { parts } = this.#options
    const whole = ({ feed }: StreamSource, index: number) =>
      feed === undefined || (feed.version !== undefined && this.#positions[index] !== undefined)
    if (!parts.every(whole)) return []
    const kinds = [...this.#unsynced]
    this.#unsynced.clear()
    return kinds
  }

  /** Returns the next part of the missed changes, of about `size` characters. */
  missed(size: number): MissedChanges {
    let frames = ''
    let ahead = false
    for (const [index, { feed, kind }] of this.#options.parts.entries()) {
      const position = this.#positions[index]
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
      frames += this.#replay(index, { feed, kind, position, size: size - frames.length })
      if (frames.length >= size) return { frames, more: true, ahead }
    }
    return { frames, more: false, ahead }
  }

  #replay(
    index: number,
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
      this.#positions[index] = batch.version
      const events = framesOf(feed.row.event, batch, selects, {
        torn: () => codec.encode(this.#positions.with(index, undefined)),
        whole: () => codec.encode(this.#positions),
      })
      frames += events.join('')
      observer.eventsSent(kind, events.length)
      if (frames.length >= size) return frames
    }
    this.#positions[index] = feed.version
    return frames
  }

  #waits(): boolean {
    const now = this.#options.time.now()
    this.#aheadSince ??= now
    return now - this.#aheadSince < AHEAD_MS
  }
}
