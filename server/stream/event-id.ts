import { hash } from 'node:crypto'

/**
 * Version up to which each source of a stream was sent, as resourceVersions; undefined if a source was not
 * sent completely, so that it has to be sent again.
 */
export type Positions = readonly (string | undefined)[]

/** A longer id would not fit into the Last-Event-ID header, and is reduced to the stream's digest. */
const MAX_LENGTH = 2048
const FIELD = /^[1-9a-f][0-9a-f]{0,106}$|^0?$/

/**
 * Encodes the event ids of one stream: `1.<digest>.<hex>.<hex>…`, with one hexadecimal resourceVersion per
 * kind and scope, safe in URLs and headers. The digest identifies the stream's kinds, namespaces, selector
 * and context. Every replica decodes the same.
 */
export class EventIdCodec {
  readonly #digest: string
  readonly #parts: number
  readonly #texts: { version: string | undefined; text: string }[]

  /** `identity` holds the values that distinguish one stream from another. */
  constructor(identity: readonly unknown[], parts: number) {
    this.#digest = hash('sha256', JSON.stringify(identity), 'base64url').slice(0, 12)
    this.#parts = parts
    this.#texts = Array.from({ length: parts }, () => ({ version: undefined, text: '' }))
  }

  encode(positions: Positions): string {
    let id = `1.${this.#digest}`
    for (const [at, held] of this.#texts.entries()) {
      const version = positions[at]
      // Most events change the version of one source only.
      if (held.version !== version) {
        held.version = version
        held.text = version === undefined ? '' : BigInt(version).toString(16)
      }
      id += `.${held.text}`
    }
    return id.length > MAX_LENGTH ? `1.${this.#digest}` : id
  }

  /** Decodes an id; undefined if it does not belong to this stream. */
  decode(id: string): Positions | undefined {
    if (id.length > MAX_LENGTH) return undefined
    const [version, digest, ...fields] = id.split('.')
    if (version !== '1' || digest !== this.#digest) return undefined
    if (fields.length === 0) return Array.from({ length: this.#parts }, () => undefined)
    if (fields.length !== this.#parts || !fields.every((field) => FIELD.test(field))) return undefined
    return fields.map((field) => (field === '' ? undefined : BigInt(`0x${field}`).toString()))
  }
}
