import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import { PIECE, chunkOf, type ListBytes, type SerializedChunks, type ListChunk } from './list-serializer.ts'
import type { Projection } from './projection.ts'
import { objectOf, type CachedObject, type ItemValidity } from '../cache/cached-object.ts'

/** Projection, time and kind that list items are rendered with. */
export interface RenderOptions<T, V> {
  view: Projection<T, V>
  /** Milliseconds since 1970. */
  now: number
  plural: string
}

/** The items of a list, and the time at which the first of them expires, in milliseconds since 1970. */
export interface RenderedItems {
  items: string[]
  expiresAt: number
}

/** A chunk of a list, with its objects and its period of validity. */
export interface RenderedChunk extends ListChunk {
  /** Identifies each of its objects within the same stores. */
  readonly sequences: readonly number[]
  readonly from: number
  readonly expiresAt: number
}

/** A serialized whole list, from which the next one reuses chunks. */
export type RenderedList = ListBytes<unknown, RenderedChunk>

/**
 * Renders cached objects as list items. An item is rendered once per version, and again when an age in it has
 * changed. An object that cannot be projected is skipped and counted.
 */
export class ItemRenderer {
  readonly #scheduler: Scheduler
  /** Counts an object that does not match its kind. */
  readonly quarantined: (kind: string) => void

  constructor(scheduler: Scheduler, quarantined: (kind: string) => void) {
    this.#scheduler = scheduler
    this.quarantined = quarantined
  }

  /** Returns the list item of a cached object as JSON; undefined if it cannot be projected. */
  item<T, V>(entry: CachedObject<T>, showing: RenderOptions<T, V>): string | undefined {
    entry.requested = true
    if (entry.itemValidity === undefined || !isItemValid(entry.itemValidity, showing.view, showing.now))
      this.#make(entry, showing)
    return entry.item
  }

  /** Renders many items, yielding to the event loop between time slices. */
  async items<T, V>(
    entries: readonly CachedObject<T>[],
    showing: RenderOptions<T, V>,
    slices = new TimeSlice(this.#scheduler),
  ): Promise<RenderedItems> {
    const items: string[] = []
    let until = Infinity
    for (const entry of entries) {
      const before = entry.itemValidity
      const item = this.item(entry, showing)
      if (entry.itemValidity !== undefined && entry.itemValidity.until < until)
        until = entry.itemValidity.until
      if (item !== undefined) items.push(item)
      if (entry.itemValidity !== before && slices.expired) await slices.yield()
    }
    return { items, expiresAt: until }
  }

  /**
   * Renders the objects of one or more stores as the chunks of a whole list. Chunks that are unchanged since
   * the previous list, of the same stores in the same order, are reused.
   */
  async pieces<T, V>(
    stores: readonly (readonly CachedObject<T>[])[],
    showing: RenderOptions<T, V>,
    before: RenderedList | undefined,
  ): Promise<SerializedChunks<RenderedChunk>> {
    const entries = stores.length === 1 && stores[0] !== undefined ? stores[0] : stores.flat()
    const marks: number[] = []
    for (const [storeIndex, chosen] of stores.entries())
      for (const { sequence } of chosen) marks.push(sequence * stores.length + storeIndex)
    const slices = new TimeSlice(this.#scheduler)
    const pieces: RenderedChunk[] = []
    const texts: (string | undefined)[] = []
    let until = Infinity
    for (let from = 0; from < entries.length; from += PIECE) {
      let piece = before?.pieces[from / PIECE]
      let text: string | undefined
      if (piece === undefined || !isChunkValid(piece, marks, from, showing.now)) {
        const to = from + PIECE
        const rendered = await this.items(entries.slice(from, to), showing, slices)
        const chunk = chunkOf(rendered.items)
        text = chunk.text
        piece = {
          ...chunk.piece,
          sequences: marks.slice(from, to),
          from: showing.now,
          expiresAt: rendered.expiresAt,
        }
        if (slices.expired) await slices.yield()
      }
      pieces.push(piece)
      texts.push(text)
      if (piece.expiresAt < until) until = piece.expiresAt
    }
    return { pieces, texts, before, until }
  }

  #make<T, V>(entry: CachedObject<T>, { view, now, plural }: RenderOptions<T, V>): void {
    try {
      const object = objectOf(entry)
      const until = view.expiresAt?.(object, now) ?? Infinity
      entry.item = JSON.stringify(view.project(object, now))
      entry.itemValidity = { view, from: now, until }
    } catch {
      this.quarantined(plural)
      entry.item = undefined
      entry.itemValidity = { view, from: -Infinity, until: Infinity }
    }
  }
}

/**
 * Whether an item is valid: between its rendering and the next change of an age. A clock that was set back
 * invalidates it.
 */
function isItemValid(life: ItemValidity, view: object, now: number): boolean {
  return life.view === view && now >= life.from && now < life.until
}

/** Whether a chunk is still valid for the objects at this offset. */
function isChunkValid(piece: RenderedChunk, marks: readonly number[], from: number, now: number): boolean {
  if (now < piece.from || now >= piece.expiresAt) return false
  if (piece.sequences.length !== Math.min(PIECE, marks.length - from)) return false
  return piece.sequences.every((mark, index) => mark === marks[from + index])
}
