import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Memory of the decompressed blocks that are kept: the blocks of a list are often read again at once. */
const KEPT_BYTES = 2 * 1024 * 1024

/**
 * Synchronous zstd codec with a small cache of decompressed data. Decompressing a block of 128 KiB takes about a
 * tenth of a millisecond, most of it for the memory of the engine that Node creates for each call.
 */
export class ZstdCodec {
  readonly #decompressed = new LRUCache<Buffer, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
  })

  /** Returns the compressed bytes in a buffer of exactly their size. */
  compress(bytes: Buffer): Buffer {
    const compressed = zstdCompressSync(bytes, LEVEL)
    const exact = Buffer.allocUnsafeSlow(compressed.length)
    compressed.copy(exact)
    return exact
  }

  /** Returns the decompressed bytes, which callers must not change. */
  decompress(bytes: Buffer): Buffer {
    const cached = this.#decompressed.get(bytes)
    if (cached !== undefined) return cached
    const decompressed = zstdDecompressSync(bytes)
    this.#decompressed.set(bytes, decompressed)
    return decompressed
  }
}
