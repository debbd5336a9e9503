import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { MemoryAccount, MemoryLedger } from '../../core/memory-ledger.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'
import type { BodiesInFlight } from './bodies-in-flight.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Smaller responses do not save a packet when compressed. */
const MIN_COMPRESS_BYTES = 1024
/** Accept-Encoding headers that are remembered: their number, and the length of each. */
const MAX_HEADERS = 256
const MAX_HEADER_LENGTH = 128

type Compress = (bytes: Buffer) => Promise<Buffer>

const gzipped = promisify(gzip)
const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const zstandard = promisify<Buffer, object, Buffer>(zstdCompress)

/**
 * Content codings by preference. A body is compressed once and sent often, but callers wait for it, so each
 * uses a level of some 100 MB/s.
 */
const CODINGS: ReadonlyMap<string, Compress> = new Map<string, Compress>([
  ['zstd', (bytes) => zstandard(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })],
  ['br', (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['gzip', (bytes) => gzipped(bytes, { level: 4 })],
])
const AVAILABLE = [...CODINGS.keys(), 'identity']

/** A response body in the coding that the caller accepts; unchanged without a coding. */
export interface EncodedBody {
  bytes: Buffer
  encoding: string | undefined
}

/** The least recently used encodings are dropped first, also over the ledger's limit. */
const MAX_ENCODINGS = 5_000
/** Approximate memory of an entry besides its bytes. */
const ENTRY_BYTES = 256

/**
 * Cache of compressed response bodies. Each content is compressed once: the key is its ETag, so that a list that is
 * serialized again, with the same items, is not compressed again.
 */
export class ContentEncodings {
  readonly #account: MemoryAccount
  readonly #encoded = new LRUCache<string, Buffer>({
    max: MAX_ENCODINGS,
    dispose: (bytes) => this.#account.remove(bytes.length + ENTRY_BYTES),
  })
  readonly #pending = new Map<string, Promise<Buffer>>()
  readonly #chosen = new Map<string, string>()

  constructor(ledger: MemoryLedger) {
    this.#account = ledger.open('encodings', () => this.#encoded.pop() !== undefined)
  }

  /** Returns the body for an Accept-Encoding header (RFC 9110 §12.5.3), synchronously if it is cached. */
  encode(
    { bytes, etag }: Pick<SerializedBody<unknown>, 'bytes' | 'etag'>,
    accepted: string | undefined,
  ): EncodedBody | Promise<EncodedBody> {
    const coding =
      accepted === undefined || bytes.length < MIN_COMPRESS_BYTES ? 'identity' : this.#choose(accepted)
    const compress = CODINGS.get(coding)
    if (compress === undefined) return { bytes, encoding: undefined }
    const key = `${coding} ${etag}`
    const encoded = this.#encoded.get(key)
    if (encoded !== undefined) return { bytes: encoded, encoding: coding }
    let pending = this.#pending.get(key)
    if (pending === undefined) this.#pending.set(key, (pending = this.#compress(key, compress(bytes))))
    return pending.then((compressed) => ({ bytes: compressed, encoding: coding }))
  }

  async #compress(key: string, compressing: Promise<Buffer>): Promise<Buffer> {
    try {
      const compressed = await compressing
      // The compressor's output is a slice of a larger buffer, which would stay in memory with it.
      const exact = Buffer.allocUnsafeSlow(compressed.length)
      compressed.copy(exact)
      this.#encoded.set(key, exact)
      this.#account.add(exact.length + ENTRY_BYTES)
      return exact
    } finally {
      this.#pending.delete(key)
    }
  }

  #choose(accepted: string): string {
    const cached = this.#chosen.get(accepted)
    if (cached !== undefined) return cached
    const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } })
    // The types of negotiator lack `preferred`, which decides between codings that the caller accepts
    // equally.
    const encodings: (available: string[], options: object) => string[] =
      negotiator.encodings.bind(negotiator)
    const [chosen = 'identity'] = encodings(AVAILABLE, { preferred: AVAILABLE })
    if (accepted.length > MAX_HEADER_LENGTH) return chosen
    if (this.#chosen.size >= MAX_HEADERS) this.#chosen.clear()
    this.#chosen.set(accepted, chosen)
    return chosen
  }
}

/**
 * Sends a serialized body with these headers, in one of its encodings; 304 without a body if the caller already has
 * it. The only way a cacheable response is sent, whether it was computed now or before. Adds to the headers.
 */
export function sendSerialized(
  response: ServerResponse,
  headers: string[],
  body: SerializedBody<unknown>,
  { bytes, encoding }: EncodedBody,
  bodies: BodiesInFlight,
): void {
  headers.push('ETag', body.etag, 'Cache-Control', 'private, no-cache')
  if (notModified(response.req.headers['if-none-match'], body.etag)) {
    response.writeHead(304, headers).end()
    return
  }
  headers.push('Content-Type', JSON_TYPE, 'Content-Length', String(bytes.length))
  if (encoding !== undefined) headers.push('Content-Encoding', encoding)
  bodies.send(response.writeHead(200, headers), bytes)
}

/** Whether If-None-Match matches an ETag, by weak comparison (RFC 9110 §13.1.2). */
function notModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = etag.slice(2)
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque)
}
