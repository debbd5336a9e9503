import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** What takes more room than this has a buffer of its own. */
const KEPT_BYTES = 256 * 1024

/** Reads all the bytes and answers how many it wrote; undefined where it could not. */
type Engine = (flush: number, bytes: Buffer, into: Buffer) => number | undefined

/**
 * Compresses and decompresses at once, by engines and into buffers that are kept. Node's own synchronous functions make an
 * engine each time: four fifths of their time goes into its memory, and no scavenge collects what they wrote to, since
 * something native stands behind it.
 */
export class Zstandard {
  #compressing = engineOf(createZstdCompress(LEVEL))
  #decompressing = engineOf(createZstdDecompress())
  readonly #compressed = Buffer.allocUnsafeSlow(KEPT_BYTES)
  readonly #decompressed = Buffer.allocUnsafeSlow(KEPT_BYTES)
  /** What was decompressed last, which is asked for again more often than not. */
  #last: Buffer | undefined

  /** The bytes compressed, in just their room. */
  compressed(bytes: Buffer): Buffer {
    const into = roomOf(this.#compressed, mostOf(bytes.length))
    const length = this.#compressing?.(constants.ZSTD_e_end, bytes, into)
    if (length === undefined) this.#compressing = undefined
    const made = length === undefined ? zstdCompressSync(bytes, LEVEL) : into.subarray(0, length)
    const exact = Buffer.allocUnsafeSlow(made.length)
    made.copy(exact)
    return exact
  }

  /** The bytes that were compressed, of which there were so many; they stay until others are asked for. */
  decompressed(bytes: Buffer, size: number): Buffer {
    if (this.#last === bytes) return this.#decompressed.subarray(0, size)
    // One more than there is, and all of it comes in one piece.
    const into = roomOf(this.#decompressed, size + 1)
    this.#last = undefined
    const length = this.#decompressing?.(constants.ZSTD_e_continue, bytes, into)
    if (length !== size) {
      this.#decompressing = undefined
      return zstdDecompressSync(bytes)
    }
    if (into === this.#decompressed) this.#last = bytes
    return into.subarray(0, size)
  }
}

function roomOf(kept: Buffer, bytes: number): Buffer {
  return bytes <= kept.length ? kept : Buffer.allocUnsafeSlow(bytes)
}

/** What bytes of which nothing repeats take, and one more. Source: ZSTD_COMPRESSBOUND in zstd.h. */
function mostOf(bytes: number): number {
  return bytes + Math.ceil(bytes / 256) + 64 + 1
}

/** What stands behind a stream of Node. Its names are Node's own: undefined where they are others, and all works, slower. */
function engineOf(stream: NodeJS.EventEmitter): Engine | undefined {
  // What fails is told by what is written.
  stream.on('error', () => undefined)
  const handle: unknown = Reflect.get(stream, '_handle')
  const left: unknown = Reflect.get(stream, '_writeState')
  if (typeof handle !== 'object' || handle === null || !(left instanceof Uint32Array)) return undefined
  const write: unknown = Reflect.get(handle, 'writeSync')
  if (typeof write !== 'function') return undefined
  return (flush, bytes, into) => {
    Reflect.apply(write, handle, [flush, bytes, 0, bytes.length, into, 0, into.length])
    const [room = 0, unread] = left
    return room > 0 && unread === 0 ? into.length - room : undefined
  }
}
