import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Size of the reused buffers; larger data gets a buffer of its own. */
const KEPT_BYTES = 256 * 1024

/** Processes all input and returns the number of bytes written; undefined if that failed. */
type Engine = (flush: number, bytes: Buffer, into: Buffer) => number | undefined

/**
 * Synchronous zstd codec with reused engines and buffers. Node's own synchronous functions create an engine
 * for each call: four fifths of their time goes into its memory, and a minor garbage collection does not free
 * their output, because it is backed by native memory.
 */
export class ZstdCodec {
  #compressing = engineOf(createZstdCompress(LEVEL))
  #decompressing = engineOf(createZstdDecompress())
  readonly #compressed = Buffer.allocUnsafeSlow(KEPT_BYTES)
  readonly #decompressed = Buffer.allocUnsafeSlow(KEPT_BYTES)
  /** Input of the last decompression, which is often requested again. */
  #last: Buffer | undefined

  /** Returns the compressed bytes in a buffer of exactly their size. */
  compress(bytes: Buffer): Buffer {
    const into = roomOf(this.#compressed, mostOf(bytes.length))
    const length = this.#compressing?.(constants.ZSTD_e_end, bytes, into)
    if (length === undefined) this.#compressing = undefined
    const made = length === undefined ? zstdCompressSync(bytes, LEVEL) : into.subarray(0, length)
    const exact = Buffer.allocUnsafeSlow(made.length)
    made.copy(exact)
    return exact
  }

  /** Returns the decompressed bytes, of the given size; valid until the next call. */
  decompress(bytes: Buffer, size: number): Buffer {
    if (this.#last === bytes) return this.#decompressed.subarray(0, size)
    // One byte more than needed, so that all output arrives in one step.
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

/** Size limit of incompressible data, plus one byte. Source: ZSTD_COMPRESSBOUND in zstd.h. */
function mostOf(bytes: number): number {
  return bytes + Math.ceil(bytes / 256) + 64 + 1
}

/**
 * Returns the native engine behind a Node stream. Its property names are private to Node: undefined if they
 * have changed, and the slower public functions are used.
 */
function engineOf(stream: NodeJS.EventEmitter): Engine | undefined {
  // A failure shows in the number of bytes written.
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
