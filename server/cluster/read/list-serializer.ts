import { digestOf, weakEtag } from '../../core/formats/etag.ts'
import type { Listing, PageFields } from './projection.ts'
import { COMMA } from '../cache/json-scanner.ts'
import { SerializedBody } from '../../core/serialized-body.ts'

/**
 * Items per chunk of a serialized list. Smaller chunks take longer to concatenate; with larger ones a change
 * serializes more items again.
 */
export const PIECE = 32

/** Approximate memory of a chunk's description: its digest, and a number for each item. */
const CHUNK_BYTES = 512

/** Byte length and digest of a chunk: consecutive list items as JSON, separated by commas. */
export interface ListChunk {
  readonly length: number
  readonly digest: string
}

/** A serialized list and its chunks. */
export class ListBytes<T, P extends ListChunk> extends SerializedBody<T> {
  readonly pieces: readonly P[]

  constructor(body: { bytes: Buffer; etag: string; expiresAt: number; pieces: readonly P[] }) {
    super(body.bytes, body.etag, body.expiresAt)
    this.pieces = body.pieces
  }

  /** Memory of the body and of its chunks, which the next list reuses. */
  override get weight(): number {
    return this.bytes.length + this.pieces.length * CHUNK_BYTES
  }
}

/** The chunks of a list that is not concatenated yet. */
export interface SerializedChunks<P extends ListChunk> {
  readonly pieces: readonly P[]
  /** The JSON of each chunk; undefined for a chunk to be copied from the same place of the previous list. */
  readonly texts: readonly (string | undefined)[]
  readonly before?: ListBytes<unknown, P> | undefined
  readonly until: number
}

export function chunkOf(items: readonly string[]): { piece: ListChunk; text: string } {
  const text = items.join(',')
  return { piece: { length: Buffer.byteLength(text), digest: digestOf(text) }, text }
}

/** Serializes items to chunks, without a previous list. */
export function chunksOf(items: readonly string[], until: number): SerializedChunks<ListChunk> {
  const chunks: ReturnType<typeof chunkOf>[] = []
  for (let from = 0; from < items.length; from += PIECE) chunks.push(chunkOf(items.slice(from, from + PIECE)))
  return { pieces: chunks.map(({ piece }) => piece), texts: chunks.map(({ text }) => text), until }
}

/**
 * Concatenates a list response from items that are JSON already. The ETag is computed from the chunks'
 * digests instead of all bytes, so the same items have the same ETag in every replica. `before` has to be a
 * list under the same field.
 */
export function listingBytes<F extends string, V, P extends ListChunk>(
  field: F,
  { pieces, texts, before, until }: SerializedChunks<P>,
  more: PageFields,
): ListBytes<Listing<F, V>, P> {
  const rest = Object.entries(more).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  const [head, tail] = [`{${JSON.stringify(field)}:[`, `]${rest.join('')}}`]
  let size = Buffer.byteLength(head) + Buffer.byteLength(tail)
  for (const { length } of pieces) size += length + 1
  const bytes = Buffer.allocUnsafeSlow(size)
  const begin = bytes.write(head)
  let offset = begin
  /** Offset of the chunk in the previous list. */
  let from = begin
  for (const [place, { length }] of pieces.entries()) {
    const text = texts[place]
    if (length > 0) {
      if (offset > begin) bytes[offset++] = COMMA
      offset +=
        text === undefined
          ? (before?.bytes.copy(bytes, offset, from, from + length) ?? 0)
          : bytes.write(text, offset)
    }
    const previousLength = before?.pieces[place]?.length ?? 0
    if (previousLength > 0) from += previousLength + 1
  }
  offset += bytes.write(tail, offset)
  const etag = weakEtag([head, ...pieces.map(({ digest }) => digest), tail].join(' '))
  return new ListBytes({ bytes: bytes.subarray(0, offset), etag, expiresAt: until, pieces })
}
