import {
  afterSpace,
  CLOSE_LIST,
  CLOSE_MAP,
  COMMA,
  endOfText,
  endOfValue,
  OPEN_LIST,
  OPEN_MAP,
  QUOTE,
  sizeOfText,
  valueAfter,
} from './json-scanner.ts'
import { MalformedLineError } from './line-splitter.ts'

const [ZERO, NINE] = [48, 57]

/**
 * Fields dropped from every kind: managed fields are half of the bytes of a watch, and the type of an object is written in watch
 * events but not in lists.
 */
const UNREAD = ['apiVersion', 'kind', 'metadata.managedFields', 'metadata.selfLink', 'metadata.generateName']

/** Encoding of texts whose sizes are kept: as they are (UTF-8), or base64 of the bytes that are counted. */
export type SizedEncoding = 'utf-8' | 'base64'

/** Maps of texts of which only the sizes are kept, by path. */
export type SizedFields = Readonly<Record<string, SizedEncoding>>

/** Paths that the filter drops, measures, extracts or locates. */
export interface FieldRules {
  /** Whether the fields that are dropped from every kind are kept. */
  keepCommon?: boolean
  /** Fields to drop, besides the common ones. */
  drop?: readonly string[] | undefined
  /** Maps whose texts are replaced by their sizes in bytes, as JSON numbers. */
  sizes?: SizedFields | undefined
  /** Fields whose JSON is extracted. */
  extract?: readonly string[]
  /** Fields that list items are built from; undefined: the whole object. */
  keepForItem?: readonly string[] | undefined
}

/** Instructions for one member of an object. Members without instructions are kept unchanged. */
interface Named {
  name: Buffer
  inside: Inside
  /** Whether the member is dropped. */
  goes: boolean
  /** Encoding of the texts of the map that are replaced by their sizes. */
  sized: SizedEncoding | undefined
  /** Index among the extracted fields. */
  extracted: number | undefined
  /** Whether the whole member is part of the list item. */
  listed: boolean
}

/** Instructions for the members of an object. */
interface Inside {
  named: readonly Named[]
  /** Whether any member is part of the list item. */
  lists: boolean
}

/** One path and its instruction: drop, keep for the list item, replace texts by their sizes, or extract to this index. */
interface FieldRule {
  path: readonly string[]
  does: 'goes' | 'listed' | SizedEncoding | number
}

/** A filtered object: its remaining bytes, the extracted fields, and the end of the original. */
export interface FilteredObject {
  json: Buffer
  /** Starts and ends of the list item's ranges in `json`; valid until the next object is filtered. */
  itemJson: readonly number[]
  /** The JSON of each extracted field, in the order of their paths; undefined if the object lacks it. */
  extracted: readonly (string | undefined)[]
  end: number
}

/**
 * Filters the raw JSON of one object in a single pass, in place, without parsing it:
 * - drops the fields that no projection reads,
 * - replaces texts by their sizes, so that values which nobody may see are never parsed or stored,
 * - extracts the fields that the store indexes,
 * - records the byte ranges that list items are built from.
 * Paths descend through arrays (`spec.containers.args` applies to every container); extracted paths do not.
 * The input has to be valid JSON. A key written with escapes is not matched, and its member is kept.
 */
export class FieldFilter {
  readonly #root: Inside
  readonly #extractedCount: number
  /** Starts and ends of the dropped ranges, in order. */
  readonly #going: number[] = []
  /** Starts and ends of the list item's ranges, in order. */
  readonly #listed: number[] = []
  #extracted: (string | undefined)[] = []
  /** Number of enclosing arrays. */
  #open = 0

  constructor(rules: FieldRules = {}) {
    const { keepCommon = false, drop: unread = [], sizes = {}, extract = [], keepForItem: listed } = rules
    this.#root = insideOf([
      ...[...(keepCommon ? [] : UNREAD), ...unread].map((path): FieldRule => ({
        path: path.split('.'),
        does: 'goes',
      })),
      ...Object.entries(sizes).map(([path, does]): FieldRule => ({ path: path.split('.'), does })),
      ...extract.map((path, place): FieldRule => ({ path: path.split('.'), does: place })),
      ...(listed ?? []).map((path): FieldRule => ({ path: path.split('.'), does: 'listed' })),
    ])
    this.#extractedCount = extract.length
  }

  /** Filters the object that starts at `offset`, in place; throws Malformed if there is none. */
  filter(json: Buffer, offset: number): FilteredObject {
    if (json[offset] !== OPEN_MAP) throw new MalformedLineError('not a JSON object')
    this.#going.length = 0
    this.#listed.length = 0
    this.#open = 0
    const extracted = Array.from<string | undefined>({ length: this.#extractedCount })
    this.#extracted = extracted
    const end = this.#map(json, offset, this.#root)
    if (!this.#root.lists) this.#list(offset, end)
    this.#place(offset)
    return { json: json.subarray(offset, this.#close(json, end)), itemJson: this.#listed, extracted, end }
  }

  /** Makes the list item's offsets relative to the start of the filtered object. */
  #place(begin: number): void {
    const [going, listed] = [this.#going, this.#listed]
    let gone = begin
    let next = 0
    for (let index = 0; index < listed.length; index++) {
      const place = listed[index] ?? 0
      for (let end = going[next + 1] ?? Infinity; end <= place; end = going[next + 1] ?? Infinity) {
        gone += end - (going[next] ?? 0)
        next += 2
      }
      listed[index] = place - gone
    }
  }

  /** Adds a range to the list item, and merges it with the previous one if they are adjacent. */
  #list(from: number, end: number): void {
    const listed = this.#listed
    if (listed.at(-1) === from) listed[listed.length - 1] = end
    else listed.push(from, end)
  }

  /** Moves the remaining ranges together and returns their end. */
  #close(json: Buffer, end: number): number {
    const going = this.#going
    let to = going[0] ?? end
    for (let next = 0; next < going.length; next += 2) {
      const from = going[next + 1] ?? end
      const until = going[next + 2] ?? end
      json.copyWithin(to, from, until)
      to += until - from
    }
    return to
  }

  #value(json: Buffer, offset: number, inside: Inside): number {
    const first = json[offset]
    if (inside.named.length > 0) {
      if (first === OPEN_MAP) return this.#map(json, offset, inside)
      if (first === OPEN_LIST) return this.#elements(json, offset, inside)
    }
    const end = endOfValue(json, offset)
    if (inside.lists) this.#list(offset, end)
    return end
  }

  #elements(json: Buffer, open: number, inside: Inside): number {
    const { lists } = inside
    let offset = afterSpace(json, open + 1)
    if (lists) this.#list(open, open + 1)
    if (json[offset] !== CLOSE_LIST) {
      this.#open++
      for (;;) {
        offset = afterSpace(json, this.#value(json, offset, inside))
        if (json[offset] !== COMMA) break
        if (lists) this.#list(offset, offset + 1)
        offset = afterSpace(json, offset + 1)
      }
      if (json[offset] !== CLOSE_LIST) throw new MalformedLineError('unterminated array')
      this.#open--
    }
    if (lists) this.#list(offset, offset + 1)
    return offset + 1
  }

  #map(json: Buffer, open: number, inside: Inside): number {
    const { named, lists } = inside
    if (lists) this.#list(open, open + 1)
    let offset = afterSpace(json, open + 1)
    if (json[offset] !== CLOSE_MAP) offset = this.#members(json, open, offset, named)
    if (lists) this.#list(offset, offset + 1)
    return offset + 1
  }

  /** Filters the members of an object and returns the offset of its closing brace. */
  #members(json: Buffer, open: number, first: number, named: readonly Named[]): number {
    let offset = first
    /** End of the last kept member, or of the opening brace. */
    let stays = open + 1
    let comma = -1
    let going = false
    let isListed = false
    for (;;) {
      const keyEnd = endOfText(json, offset)
      const from = valueAfter(json, keyEnd)
      const found = find(named, json, offset + 1, keyEnd - 1)
      let end: number
      if (found?.goes === true) {
        going = true
        end = endOfValue(json, from)
        this.#extract(found, json, from, end)
      } else {
        // Keeps one comma between two members, and none before the first.
        if (going) this.#going.push(stays, stays === open + 1 ? offset : comma)
        going = false
        if (found !== undefined && (found.listed || found.inside.lists)) {
          if (isListed) this.#list(comma, comma + 1)
          isListed = true
          this.#list(offset, from)
        }
        if (found === undefined) end = endOfValue(json, from)
        else if (found.sized !== undefined && json[from] === OPEN_MAP)
          end = this.#replaceTexts(json, from, found.sized)
        else end = this.#value(json, from, found.inside)
        if (found?.listed === true) this.#list(from, end)
        stays = end
        if (found !== undefined) this.#extract(found, json, from, end)
      }
      offset = afterSpace(json, end)
      if (json[offset] !== COMMA) break
      comma = offset
      offset = afterSpace(json, offset + 1)
    }
    if (json[offset] !== CLOSE_MAP) throw new MalformedLineError('unterminated object')
    if (going) this.#going.push(stays, offset)
    return offset
  }

  /** Replaces the values of a map by their sizes: a number is never longer than the value it stands for. */
  #replaceTexts(json: Buffer, open: number, encoding: SizedEncoding): number {
    let offset = afterSpace(json, open + 1)
    while (json[offset] !== CLOSE_MAP) {
      const from = valueAfter(json, endOfText(json, offset))
      const end = endOfValue(json, from)
      const first = json[from] ?? 0
      // Sizes are kept: an object that was filtered before passes once more.
      const isSize = first >= ZERO && first <= NINE
      if (!isSize) this.#replace(json, from, end, first === QUOTE ? sizeOfText(json, from, end, encoding) : 0)
      offset = afterSpace(json, end)
      if (json[offset] === CLOSE_MAP) break
      if (json[offset] !== COMMA) throw new MalformedLineError('unterminated object')
      offset = afterSpace(json, offset + 1)
      if (json[offset] === CLOSE_MAP) throw new MalformedLineError('a comma before the end of an object')
    }
    return offset + 1
  }

  #replace(json: Buffer, from: number, end: number, size: number): void {
    const written = json.write(String(size), from, 'latin1')
    if (from + written < end) this.#going.push(from + written, end)
  }

  #extract({ extracted }: Named, json: Buffer, from: number, end: number): void {
    if (extracted !== undefined && this.#open === 0)
      this.#extracted[extracted] = json.toString('utf8', from, end)
  }
}

function find(named: readonly Named[], json: Buffer, from: number, end: number): Named | undefined {
  const length = end - from
  next: for (const candidate of named) {
    const { name } = candidate
    if (name.length !== length) continue
    for (let index = 0; index < length; index++) if (name[index] !== json[from + index]) continue next
    return candidate
  }
  return undefined
}

function insideOf(cuts: readonly FieldRule[]): Inside {
  const firsts = new Set(cuts.map(({ path: [first = ''] }) => first))
  const named = [...firsts].map((name): Named => {
    const below = cuts
      .filter(({ path: [first] }) => first === name)
      .map(({ path: [, ...path], does }) => ({ path, does }))
    const here = below.filter(({ path }) => path.length === 0).map(({ does }) => does)
    const listed = here.includes('listed')
    // The fields below a member that is kept whole need no instructions of their own.
    const inner = below.filter(({ path, does }) => path.length > 0 && !(listed && does === 'listed'))
    return {
      name: Buffer.from(name),
      inside: insideOf(inner),
      goes: here.includes('goes'),
      sized: here.find((does) => does === 'utf-8' || does === 'base64'),
      extracted: here.find((does) => typeof does === 'number'),
      listed,
    }
  })
  return { named, lists: cuts.some(({ does }) => does === 'listed') }
}
