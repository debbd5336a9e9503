import { hash } from 'node:crypto'
import { isResourceVersion } from '../core/formats/resource-version.ts'
import { decodeBlock, encodeBlock } from './position-block.ts'

/** The resourceVersion up to which each part of a stream was sent; undefined for a part that must be sent from the start. */
export type Positions = readonly (string | undefined)[]

/**
 * Maximum length of an event id. The client sends it back in a request whose headers may have 16 KiB in all, so a longer id
 * is replaced by one that identifies the stream but no position. 30 kinds in 40 namespaces of one cluster take about 5 KiB.
 */
export const MAX_ID_LENGTH = 12 * 1024
const FIELD = /^[1-9a-f][0-9a-f]{0,106}$|^0?$/
/** Streams of more parts have compact ids. */
const MAX_PLAIN_PARTS = 64
/** So many parts share the number that their positions are counted from: neighbours are of one kind, in one etcd. */
const BLOCK = 32

/**
 * The ids of one stream: `1.<digest>.<hex>.<hex>…`, one resourceVersion for each kind and scope, in digits of 16 and safe in
 * URLs and headers; `2.<digest>.<blocks>` where there are many. The digest says of what it is: kinds, namespaces, selector,
 * context. Every replica reads the same in it.
 */
export class EventIdCodec {
  readonly #digest: string
  readonly #parts: number
  readonly #texts: Text[]

  /** `identity` holds the values that distinguish one stream from another. */
  constructor(identity: readonly unknown[], parts: number) {
    this.#digest = hash('sha256', JSON.stringify(identity), 'base64url').slice(0, 12)
    this.#parts = parts
    const size = this.#compact ? BLOCK : 1
    this.#texts = Array.from({ length: Math.ceil(parts / size) }, (_, index) => {
      const [from, to] = [index * size, Math.min((index + 1) * size, parts)]
      const versions = Array.from<string | undefined>({ length: to - from })
      return { from, versions, text: this.#compact ? encodeBlock(versions) : '' }
    })
  }

  encode(positions: Positions): string {
    const short = `${this.#compact ? 2 : 1}.${this.#digest}`
    if (positions.length === 0) return short
    let id = this.#compact ? `${short}.` : short
    for (const part of this.#texts) {
      // Most events change the version of one source only.
      if (updateVersions(part, positions)) part.text = this.#textOf(part.versions)
      id += this.#compact ? part.text : `.${part.text}`
    }
    return id.length > MAX_ID_LENGTH ? short : id
  }

  /** Decodes an id; undefined if it does not belong to this stream. */
  decode(id: string): Positions | undefined {
    if (id.length > MAX_ID_LENGTH) return undefined
    const [version, digest, ...fields] = id.split('.')
    if (version !== (this.#compact ? '2' : '1') || digest !== this.#digest) return undefined
    if (fields.length === 0) return Array.from({ length: this.#parts }, () => undefined)
    if (this.#compact) return fields.length === 1 ? this.#decodeBlocks(fields[0] ?? '') : undefined
    if (fields.length !== this.#parts || !fields.every((field) => FIELD.test(field))) return undefined
    return fields.map((field) => (field === '' ? undefined : BigInt(`0x${field}`).toString()))
  }

  get #compact(): boolean {
    return this.#parts > MAX_PLAIN_PARTS
  }

  #textOf(versions: Positions): string {
    if (this.#compact) return encodeBlock(versions)
    const [version] = versions
    return version === undefined || !isResourceVersion(version) ? '' : BigInt(version).toString(16)
  }

  #decodeBlocks(text: string): Positions | undefined {
    const positions: (string | undefined)[] = []
    let offset = 0
    for (const { versions } of this.#texts) {
      const block = decodeBlock(text, offset, versions.length)
      if (block === undefined) return undefined
      for (const position of block.positions) positions.push(position)
      offset = block.end
    }
    return offset === text.length ? positions : undefined
  }
}

/** The text of some parts that follow one another, and of which versions it was made. */
interface Text {
  readonly from: number
  readonly versions: (string | undefined)[]
  text: string
}

/** Takes the positions of a text over; whether any is another than before. */
function updateVersions({ from, versions }: Text, positions: Positions): boolean {
  let changed = false
  for (let index = 0; index < versions.length; index++) {
    const version = positions[from + index]
    if (versions[index] === version) continue
    versions[index] = version
    changed = true
  }
  return changed
}
