import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import Negotiator from 'negotiator'

/** Below this a compressed answer saves no packet. */
const WORTH_BYTES = 1024
const MAX_HEADERS = 256

type Compress = (bytes: Buffer) => Promise<Buffer>

const gzipped = promisify(gzip)
const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const zstandard = promisify<Buffer, object, Buffer>(zstdCompress)

/** By preference: what is made once is sent often, yet nobody should wait for it, so each at a level of some 100 MB/s. */
const CODINGS: ReadonlyMap<string, Compress> = new Map<string, Compress>([
  ['zstd', (bytes) => zstandard(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })],
  ['br', (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['gzip', (bytes) => gzipped(bytes, { level: 4 })],
])
const AVAILABLE = [...CODINGS.keys(), 'identity']

/** An answer's bytes as a caller takes them; without a coding they are as they were made. */
export interface Form {
  bytes: Buffer
  coding: string | undefined
}

/** The compressed forms of answers, each made once and kept for as long as the answer is. */
export class Forms {
  readonly #made = new WeakMap<Buffer, Map<string, Buffer | Promise<Buffer>>>()
  readonly #chosen = new Map<string, string>()

  /** The form that an Accept-Encoding header asks for (RFC 9110 §12.5.3): at once where it is there, else when it is made. */
  of(bytes: Buffer, accepted: string | undefined): Form | Promise<Form> {
    const coding = accepted === undefined || bytes.length < WORTH_BYTES ? 'identity' : this.#choose(accepted)
    const compress = CODINGS.get(coding)
    if (compress === undefined) return { bytes, coding: undefined }
    let forms = this.#made.get(bytes)
    if (forms === undefined) this.#made.set(bytes, (forms = new Map<string, Buffer | Promise<Buffer>>()))
    let made = forms.get(coding)
    if (made === undefined) forms.set(coding, (made = this.#make(forms, coding, compress(bytes))))
    return made instanceof Promise
      ? made.then((compressed) => ({ bytes: compressed, coding }))
      : { bytes: made, coding }
  }

  async #make(
    forms: Map<string, Buffer | Promise<Buffer>>,
    coding: string,
    making: Promise<Buffer>,
  ): Promise<Buffer> {
    let made: Buffer
    try {
      made = await making
    } catch (error) {
      forms.delete(coding)
      throw error
    }
    // What the compressor gives is a part of a larger buffer, which would be kept with it.
    const exact = Buffer.allocUnsafeSlow(made.length)
    made.copy(exact)
    forms.set(coding, exact)
    return exact
  }

  #choose(accepted: string): string {
    const known = this.#chosen.get(accepted)
    if (known !== undefined) return known
    const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } })
    // Its types do not know of the preference yet: which of those a caller likes equally is taken.
    const encodings: (available: string[], options: object) => string[] =
      negotiator.encodings.bind(negotiator)
    const [chosen = 'identity'] = encodings(AVAILABLE, { preferred: AVAILABLE })
    if (this.#chosen.size >= MAX_HEADERS) this.#chosen.clear()
    this.#chosen.set(accepted, chosen)
    return chosen
  }
}
