import { digestOf, weakTag } from '../grammar/entity-tag.ts'
import type { JsonBytes, Listing, PageFields } from './view.ts'

/** So many neighbours are one piece: fewer, and there is more to put together; more, and a change makes more of them anew. */
export const PIECE = 32

/** Neighbours in a list, as JSON with commas between, and its digest. */
export interface Piece {
  readonly bytes: Buffer
  readonly digest: string
}

/** A list as it is answered, and where its pieces stand in it. */
export interface ListBytes<T, P extends Piece> extends JsonBytes<T> {
  readonly pieces: readonly P[]
}

export function pieceOf(items: readonly string[]): Piece {
  const bytes = Buffer.from(items.join(','))
  return { bytes, digest: digestOf(bytes) }
}

/** Items in their pieces. */
export function piecesOf(items: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  for (let from = 0; from < items.length; from += PIECE) pieces.push(pieceOf(items.slice(from, from + PIECE)))
  return pieces
}

/**
 * A list's answer, of items that are JSON already. Its tag is made of what its pieces are, not of all their bytes; the same
 * items have the same wherever they were made.
 */
export function listingBytes<F extends string, V, P extends Piece>(
  field: F,
  { pieces, until }: { pieces: readonly P[]; until: number },
  more: PageFields,
): ListBytes<Listing<F, V>, P> {
  const rest = Object.entries(more).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  const [head, tail] = [`{${JSON.stringify(field)}:[`, `]${rest.join('')}}`]
  const room = pieces.reduce((length, { bytes }) => length + bytes.length + 1, 0)
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(head) + room + Buffer.byteLength(tail))
  let at = bytes.write(head)
  let between = ''
  const placed = pieces.map((piece) => {
    if (piece.bytes.length === 0) return piece
    at += bytes.write(between, at)
    between = ','
    const from = at
    at += piece.bytes.copy(bytes, at)
    return { ...piece, bytes: bytes.subarray(from, at) }
  })
  at += bytes.write(tail, at)
  const etag = weakTag([head, ...pieces.map(({ digest }) => digest), tail].join(' '))
  return { bytes: bytes.subarray(0, at), etag, until, pieces: placed }
}
