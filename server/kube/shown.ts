import { Slices, type Turns } from '../turns.ts'
import { PIECE, pieceOf, type ListBytes, type ListPieces, type Piece } from './list-bytes.ts'
import type { View } from './view.ts'
import { objectOf, type Entry, type ItemLife } from './watch/entry.ts'

/** How entries are shown. */
export interface Showing<T, V> {
  view: View<T, V>
  /** Milliseconds since 1970. */
  now: number
  plural: string
}

/** The items of a list, and until when they read so, in milliseconds since 1970. */
export interface ShownItems {
  items: string[]
  until: number
}

/** A piece of a list, what it was made of, and from when until when it reads so. */
export interface ShownPiece extends Piece {
  /** Tells each of its entries from all others of the same stores. */
  readonly marks: readonly number[]
  readonly from: number
  readonly until: number
}

/** A whole list as it is answered, of which the next is made. */
export type ShownList = ListBytes<unknown, ShownPiece>

/**
 * Shows entries as the items of lists: made once per version, and anew where an age in it has changed. What cannot be
 * viewed is passed over, and counted.
 */
export class Shown {
  readonly #turns: Turns
  readonly #quarantined: (kind: string) => void

  constructor(turns: Turns, quarantined: (kind: string) => void) {
    this.#turns = turns
    this.#quarantined = quarantined
  }

  /** An entry in a list, as JSON; undefined where it cannot be viewed. */
  item<T, V>(entry: Entry<T>, showing: Showing<T, V>): string | undefined {
    entry.asked = true
    if (entry.life === undefined || !holds(entry.life, showing.view, showing.now)) this.#make(entry, showing)
    return entry.item
  }

  /** The items of many entries, in slices that let others be served between. */
  async items<T, V>(
    entries: readonly Entry<T>[],
    showing: Showing<T, V>,
    slices = new Slices(this.#turns),
  ): Promise<ShownItems> {
    const items: string[] = []
    let until = Infinity
    for (const entry of entries) {
      const before = entry.life
      const item = this.item(entry, showing)
      if (entry.life !== undefined && entry.life.until < until) until = entry.life.until
      if (item !== undefined) items.push(item)
      if (entry.life !== before && slices.due) await slices.turn()
    }
    return { items, until }
  }

  /**
   * The entries of one or more stores as a whole list, in pieces. What is the same in the list before, of the same stores in
   * the same order, is not made again.
   */
  async pieces<T, V>(
    stores: readonly (readonly Entry<T>[])[],
    showing: Showing<T, V>,
    before: ShownList | undefined,
  ): Promise<ListPieces<ShownPiece>> {
    const entries = stores.length === 1 && stores[0] !== undefined ? stores[0] : stores.flat()
    const marks: number[] = []
    for (const [at, chosen] of stores.entries())
      for (const { taken } of chosen) marks.push(taken * stores.length + at)
    const slices = new Slices(this.#turns)
    const pieces: ShownPiece[] = []
    const texts: (string | undefined)[] = []
    let until = Infinity
    for (let from = 0; from < entries.length; from += PIECE) {
      let piece = before?.pieces[from / PIECE]
      let text: string | undefined
      if (piece === undefined || !stands(piece, marks, from, showing.now)) {
        const to = from + PIECE
        const shown = await this.items(entries.slice(from, to), showing, slices)
        const made = pieceOf(shown.items)
        text = made.text
        piece = { ...made.piece, marks: marks.slice(from, to), from: showing.now, until: shown.until }
        if (slices.due) await slices.turn()
      }
      pieces.push(piece)
      texts.push(text)
      if (piece.until < until) until = piece.until
    }
    return { pieces, texts, before, until }
  }

  #make<T, V>(entry: Entry<T>, { view, now, plural }: Showing<T, V>): void {
    try {
      const object = objectOf(entry)
      const until = view.holdsUntil?.(object, now) ?? Infinity
      entry.item = JSON.stringify(view.show(object, now))
      entry.life = { view, from: now, until }
    } catch {
      this.#quarantined(plural)
      entry.item = undefined
      entry.life = { view, from: -Infinity, until: Infinity }
    }
  }
}

/** True between the making and the next change of an age; a clock that was set back makes things anew. */
function holds(life: ItemLife, view: object, now: number): boolean {
  return life.view === view && now >= life.from && now < life.until
}

/** Whether a piece is what these entries, from there on, read like now. */
function stands(piece: ShownPiece, marks: readonly number[], from: number, now: number): boolean {
  if (now < piece.from || now >= piece.until) return false
  if (piece.marks.length !== Math.min(PIECE, marks.length - from)) return false
  return piece.marks.every((mark, at) => mark === marks[from + at])
}
