import { compareVersions } from '../grammar/resource-version.ts'
import type { ChannelOptions, Part } from './channel.ts'
import type { Feed } from './feed.ts'
import type { Reason } from './observer.ts'
import type { Positions } from './position.ts'
import { framesOf } from './told.ts'

/** An id of another replica may be ahead of this one; for so long it is waited for. */
const AHEAD_MS = 2000

/** A part that is there to be told. */
export interface Untold {
  at: number
  part: Part
  feed: Feed
}

/** A piece of what a client missed. */
export interface Missed {
  frames: string
  /** There is more at once. */
  more: boolean
  /** The client is ahead of this replica, which may catch up. */
  ahead: boolean
}

/** How far one client was told, and what it is owed. */
export class Progress {
  readonly #options: ChannelOptions
  #positions: (string | undefined)[]
  /** Parts to be told from where they are when they are there, without what is there already. */
  readonly #skipped = new Set<number>()
  /** Kinds the client was told anything of. */
  readonly #known = new Set<string>()
  readonly #owed = new Map<string, Reason>()
  /** Kinds whose end of the snapshot is to be told. */
  readonly #unsynced: Set<string>
  /** Parts that are told with all the others who are live, while the client is. */
  #live: ReadonlySet<number> = new Set()
  #aheadSince: number | undefined

  constructor(options: ChannelOptions) {
    this.#options = options
    this.#positions = options.parts.map(() => undefined)
    this.#unsynced = new Set(options.parts.map(({ kind }) => kind))
  }

  get positions(): Positions {
    return this.#positions
  }

  /** Nothing of what is there already is to be told. */
  skip(): void {
    for (const at of this.#options.parts.keys()) this.#skipped.add(at)
  }

  /** The client was told this much before; undefined: its id is none of this stream. */
  resume(positions: Positions | undefined): void {
    const { parts } = this.#options
    for (const { kind } of parts) this.#known.add(kind)
    this.#positions = parts.map((_, at) => positions?.[at])
    for (const [at, { kind }] of parts.entries())
      if (positions?.[at] === undefined) this.lose(kind, positions === undefined ? 'foreign' : 'unfinished')
  }

  /** The client is told what happens, from where everything is. What is not there yet stays where it was. */
  live(): void {
    const { parts } = this.#options
    this.#live = new Set([...parts.keys()].filter((at) => parts[at]?.feed?.version !== undefined))
  }

  /** The client is live no more, because a part is there, or there anew. */
  renewed(anew: number): void {
    const { parts } = this.#options
    for (const at of this.#live) this.#positions[at] = parts[at]?.feed?.version
    for (const at of this.#live) {
      const part = parts[at]
      // Not only this one: what was emptied and is not there yet is lost too.
      if (part !== undefined && (at === anew || part.feed?.version === undefined))
        this.lose(part.kind, 'restarted')
    }
  }

  /** A part was told whole, at this version. */
  told(at: number, version: string): void {
    this.#positions[at] = version
  }

  /** A part begins to be told. */
  begun(kind: string): void {
    this.#known.add(kind)
  }

  /** A kind is denied: nothing of it is owed any more. */
  forget(kind: string): void {
    this.#owed.delete(kind)
    this.#unsynced.delete(kind)
  }

  /** What the client knows of a kind is no ground to go on from. */
  lose(kind: string, reason: Reason): void {
    const parts = [...this.#options.parts.entries()].filter(([, part]) => part.kind === kind)
    if (parts.some(([, part]) => part.feed === undefined)) return
    for (const [at] of parts) {
      this.#positions[at] = undefined
      if (this.#known.has(kind)) this.#skipped.delete(at)
    }
    this.#unsynced.add(kind)
    if (this.#known.has(kind) && !this.#owed.has(kind)) this.#owed.set(kind, reason)
  }

  /** The parts that are there and were not told. */
  untold(): Untold[] {
    return this.#options.parts.flatMap((part, at) => {
      const { feed, kind } = part
      if (feed?.version === undefined || this.#positions[at] !== undefined) return []
      if (!this.#skipped.has(at)) return [{ at, part, feed }]
      this.#known.add(kind)
      this.#positions[at] = feed.version
      return []
    })
  }

  /** The kinds that are owed anew, by why, of those that are there to come; they are owed no more. */
  owed(): Map<Reason, string[]> {
    const there = new Set(this.untold().map(({ part }) => part.kind))
    const kinds = [...this.#owed.keys()].filter((kind) => there.has(kind))
    const found = Map.groupBy(kinds, (kind) => this.#owed.get(kind) ?? 'restarted')
    for (const kind of kinds) this.#owed.delete(kind)
    return found
  }

  /** Kinds that are whole since this was asked last; none while one that is to come is not there yet. */
  synced(): string[] {
    const { parts } = this.#options
    const whole = ({ feed }: Part, at: number) =>
      feed === undefined || (feed.version !== undefined && this.#positions[at] !== undefined)
    if (!parts.every(whole)) return []
    const kinds = [...this.#unsynced]
    this.#unsynced.clear()
    return kinds
  }

  /** The next piece of what happened after the positions, of about `size` characters. */
  missed(size: number): Missed {
    let frames = ''
    let ahead = false
    for (const [at, { feed, kind }] of this.#options.parts.entries()) {
      const position = this.#positions[at]
      if (feed?.version === undefined || position === undefined || position === feed.version) continue
      if (compareVersions(position, feed.version) > 0) {
        if (this.#waits()) ahead = true
        else this.lose(kind, 'ahead')
        continue
      }
      frames += this.#replay(at, { feed, kind, position, size: size - frames.length })
      if (frames.length >= size) return { frames, more: true, ahead }
    }
    return { frames, more: false, ahead }
  }

  #replay(
    at: number,
    { feed, kind, position, size }: { feed: Feed; kind: string; position: string; size: number },
  ): string {
    const batches = feed.after(position)
    if (batches === undefined) {
      this.lose(kind, 'old')
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
      observer.told(kind, made.length)
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
