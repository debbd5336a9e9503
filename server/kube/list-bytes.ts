import { digestOf, weakTag } from '../grammar/entity-tag.ts'
import type { JsonBytes, Listing, PageFields } from './view.ts'
import { COMMA } from './watch/json-bytes.ts'

/** So many neighbours are one piece: fewer, and there is more to put together; more, and a change makes more of them anew. */
export const PIECE = 32

/** What there is to know of neighbours in a list, which are JSON with commas between: how many bytes they are, and their digest. */
export interface Piece {
  readonly length: number
  readonly digest: string
}

/** A list as it is answered, and what pieces it is made of. */
export interface ListBytes<T, P extends Piece> extends JsonBytes<T> {
  readonly pieces: readonly P[]
}

/** The pieces of a list that is yet to be put together. */
export interface ListPieces<P extends Piece> {
  readonly pieces: readonly P[]
  /** What stands in each; undefined where that is what stood in its place in the list before. */
  readonly texts: readonly (string | undefined)[]
  readonly before?: ListBytes<unknown, P> | undefined
  readonly until: number
}

export function pieceOf(items: readonly string[]): { piece: Piece; text: string } {
  const text = items.join(',')
  return { piece: { length: Buffer.byteLength(text), digest: digestOf(text) }, text }
}

/** Items in their pieces, all of them new. */
export function piecesOf(items: readonly string[], until: number): ListPieces<Piece> {
  const made: ReturnType<typeof pieceOf>[] = []
  for (let from = 0; from < items.length; from += PIECE) made.push(pieceOf(items.slice(from, from + PIECE)))
  return { pieces: made.map(({ piece }) => piece), texts: made.map(({ text }) => text), until }
}

/**
 * A list's answer, of items that are JSON already. Its tag is made of what its pieces are, not of all their bytes; the same
 * items have the same wherever they were made. A list before is one of the same field.
 */
export function listingBytes<F extends string, V, P extends Piece>(
  field: F,
  { pieces, texts, before, until }: ListPieces<P>,
  more: PageFields,
): ListBytes<Listing<F, V>, P> {
  const rest = Object.entries(more).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  const [head, tail] = [`{${JSON.stringify(field)}:[`, `]${rest.join('')}}`]
  let room = Buffer.byteLength(head) + Buffer.byteLength(tail)
  for (const { length } of pieces) room += length + 1
  const bytes = Buffer.allocUnsafeSlow(room)
  const begin = bytes.write(head)
  let at = begin
  /** Where the piece stood before. */
  let from = begin
  for (const [place, { length }] of pieces.entries()) {
    const text = texts[place]
    if (length > 0) {
      if (at > begin) bytes[at++] = COMMA
      at +=
        text === undefined ? (before?.bytes.copy(bytes, at, from, from + length) ?? 0) : bytes.write(text, at)
    }
    const stood = before?.pieces[place]?.length ?? 0
    if (stood > 0) from += stood + 1
  }
  at += bytes.write(tail, at)
  const etag = weakTag([head, ...pieces.map(({ digest }) => digest), tail].join(' '))
  return { bytes: bytes.subarray(0, at), etag, until, pieces }
}
