import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** With `info`, Node gives its engine beside the bytes; the types do not know of it yet. */
const COMPRESSING = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, info: true }

/** Compresses bytes into a buffer of just their room. */
export function compressed(bytes: Buffer): Buffer {
  const made = bytesOf(zstdCompressSync(bytes, COMPRESSING))
  // The compressor's own buffer is larger than what is in it.
  const exact = Buffer.allocUnsafeSlow(made.length)
  made.copy(exact)
  return exact
}

/** The bytes that were compressed, of which there were so many. */
export function decompressed(bytes: Buffer, size: number): Buffer {
  // One more than there is, and all of it comes in one piece.
  const into = { chunkSize: Math.max(size + 1, constants.Z_MIN_CHUNK), info: true }
  return bytesOf(zstdDecompressSync(bytes, into))
}

/**
 * Takes the output buffer away from the engine. No scavenge collects an engine, since something native stands behind it: with
 * a thousand changes a second 4 MiB of buffers that nobody reads would be kept each second until the next full collection.
 */
function bytesOf(made: unknown): Buffer {
  if (Buffer.isBuffer(made)) return made
  if (typeof made !== 'object' || made === null || !('buffer' in made) || !Buffer.isBuffer(made.buffer))
    throw new TypeError('zlib gave no bytes')
  if ('engine' in made && typeof made.engine === 'object' && made.engine !== null)
    Reflect.set(made.engine, '_outBuffer', undefined)
  return made.buffer
}
