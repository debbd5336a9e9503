import { hash } from 'node:crypto'

/** How far each part of a stream was told, as resourceVersions; undefined: not to the end, so it must be told anew. */
export type Positions = readonly (string | undefined)[]

/** A longer id would not fit the header it comes back in beside others; it then says only which stream it is of. */
const MAX_LENGTH = 2048
const FIELD = /^[1-9a-f][0-9a-f]{0,106}$|^0?$/

/**
 * The ids of one stream: `1.<digest>.<hex>.<hex>…`, one resourceVersion for each kind and scope, in digits of 16 and safe in
 * URLs and headers. The digest says of what it is: kinds, namespaces, selector, context. Every replica reads the same in it.
 */
export class PositionCodec {
  readonly #digest: string
  readonly #parts: number
  readonly #texts: { version: string | undefined; text: string }[]

  /** `identity` is what tells one stream from another. */
  constructor(identity: readonly unknown[], parts: number) {
    this.#digest = hash('sha256', JSON.stringify(identity), 'base64url').slice(0, 12)
    this.#parts = parts
    this.#texts = Array.from({ length: parts }, () => ({ version: undefined, text: '' }))
  }

  encode(positions: Positions): string {
    let id = `1.${this.#digest}`
    for (const [at, held] of this.#texts.entries()) {
      const version = positions[at]
      // Most events move one part and leave the others.
      if (held.version !== version) {
        held.version = version
        held.text = version === undefined ? '' : BigInt(version).toString(16)
      }
      id += `.${held.text}`
    }
    return id.length > MAX_LENGTH ? `1.${this.#digest}` : id
  }

  /** Undefined for what is no id of this stream. */
  decode(id: string): Positions | undefined {
    if (id.length > MAX_LENGTH) return undefined
    const [version, digest, ...fields] = id.split('.')
    if (version !== '1' || digest !== this.#digest) return undefined
    if (fields.length === 0) return Array.from({ length: this.#parts }, () => undefined)
    if (fields.length !== this.#parts || !fields.every((field) => FIELD.test(field))) return undefined
    return fields.map((field) => (field === '' ? undefined : BigInt(`0x${field}`).toString()))
  }
}
