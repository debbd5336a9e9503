import {
  afterSpace,
  CLOSE_LIST,
  CLOSE_MAP,
  COMMA,
  endOfText,
  endOfValue,
  OPEN_LIST,
  OPEN_MAP,
  valueAfter,
} from './json-bytes.ts'
import { Malformed } from './lines.ts'

/** What no object is read for, whatever its kind; managed fields are half of what a watch sends. */
const UNREAD = ['metadata.managedFields', 'metadata.selfLink', 'metadata.generateName']

/** What a cutter is to do, as paths. */
export interface Cuts {
  /** What goes, besides what is never read. */
  unread?: readonly string[] | undefined
  /** What is told by itself. */
  told?: readonly string[]
  /** What list items are made of; undefined: all there is. */
  listed?: readonly string[] | undefined
}

/** What is to be done about a member of an object; one that is not named is kept as it is. */
interface Named {
  name: Buffer
  inside: Inside
  /** It is cut out. */
  goes: boolean
  /** Its place among what is told. */
  told: number | undefined
  /** All of it is listed. */
  listed: boolean
}

/** What is to be done inside of something. */
interface Inside {
  named: readonly Named[]
  /** Some of it is listed. */
  lists: boolean
}

/** What is done about what a path leads to: it goes, it is listed, or it is told, by its place among what is. */
interface Cut {
  path: readonly string[]
  does: 'goes' | 'listed' | number
}

/** What was left of an object: its bytes, where they were; what was to be told of it; and where the whole object ended. */
export interface CutObject {
  json: Buffer
  /** Where in them stands what is listed, beginnings and ends, until the next object is cut; together they are JSON. */
  listed: readonly number[]
  /** The JSON of each member that was to be told, in the order of their paths; undefined where there is none. */
  told: readonly (string | undefined)[]
  end: number
}

/**
 * Cuts out of an object's JSON what nobody reads, tells what its store has to know, and notes where stands what list items are
 * made of: a path of `spec.containers.args` reaches into every container, one that is told goes through objects alone. All in one pass over the bytes, which are moved in
 * place; nothing is parsed, and all of it is known to be JSON then. A key that is written with escapes is not known again, and
 * what it names is kept.
 */
export class Cutter {
  readonly #root: Inside
  readonly #asked: number
  /** Beginnings and ends of what goes, in order. */
  readonly #going: number[] = []
  /** Beginnings and ends of what is listed, in order. */
  readonly #listed: number[] = []
  #told: (string | undefined)[] = []
  /** Lists that are open. */
  #open = 0

  constructor({ unread = [], told = [], listed }: Cuts = {}) {
    this.#root = insideOf([
      ...[...UNREAD, ...unread].map((path): Cut => ({ path: path.split('.'), does: 'goes' })),
      ...told.map((path, place): Cut => ({ path: path.split('.'), does: place })),
      ...(listed ?? []).map((path): Cut => ({ path: path.split('.'), does: 'listed' })),
    ])
    this.#asked = told.length
  }

  /** Takes over the bytes from `at` on, where an object begins; throws Malformed where there is none. */
  cut(json: Buffer, at: number): CutObject {
    if (json[at] !== OPEN_MAP) throw new Malformed('no JSON object where one is wanted')
    this.#going.length = 0
    this.#listed.length = 0
    this.#open = 0
    const told = Array.from<string | undefined>({ length: this.#asked })
    this.#told = told
    const end = this.#map(json, at, this.#root)
    if (!this.#root.lists) this.#list(at, end)
    this.#place(at)
    return { json: json.subarray(at, this.#close(json, end)), listed: this.#listed, told, end }
  }

  /** Counts what is listed from where the object begins, without what goes. */
  #place(begin: number): void {
    const [going, listed] = [this.#going, this.#listed]
    let gone = begin
    let next = 0
    for (let at = 0; at < listed.length; at++) {
      const place = listed[at] ?? 0
      for (let end = going[next + 1] ?? Infinity; end <= place; end = going[next + 1] ?? Infinity) {
        gone += end - (going[next] ?? 0)
        next += 2
      }
      listed[at] = place - gone
    }
  }

  /** Lists what stands there; what stands next to what was listed last is one with it. */
  #list(from: number, end: number): void {
    const listed = this.#listed
    if (listed.at(-1) === from) listed[listed.length - 1] = end
    else listed.push(from, end)
  }

  /** Moves what stays together; answers where it ends. */
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

  #value(json: Buffer, at: number, inside: Inside): number {
    const first = json[at]
    if (inside.named.length > 0) {
      if (first === OPEN_MAP) return this.#map(json, at, inside)
      if (first === OPEN_LIST) return this.#elements(json, at, inside)
    }
    const end = endOfValue(json, at)
    if (inside.lists) this.#list(at, end)
    return end
  }

  #elements(json: Buffer, open: number, inside: Inside): number {
    const { lists } = inside
    let at = afterSpace(json, open + 1)
    if (lists) this.#list(open, open + 1)
    if (json[at] !== CLOSE_LIST) {
      this.#open++
      for (;;) {
        at = afterSpace(json, this.#value(json, at, inside))
        if (json[at] !== COMMA) break
        if (lists) this.#list(at, at + 1)
        at = afterSpace(json, at + 1)
      }
      if (json[at] !== CLOSE_LIST) throw new Malformed('a list without an end')
      this.#open--
    }
    if (lists) this.#list(at, at + 1)
    return at + 1
  }

  #map(json: Buffer, open: number, inside: Inside): number {
    const { named, lists } = inside
    if (lists) this.#list(open, open + 1)
    let at = afterSpace(json, open + 1)
    if (json[at] !== CLOSE_MAP) at = this.#members(json, open, at, named)
    if (lists) this.#list(at, at + 1)
    return at + 1
  }

  /** Goes over the members of an object; answers where it closes. */
  #members(json: Buffer, open: number, first: number, named: readonly Named[]): number {
    let at = first
    /** Where the last member that stays ends; there may be none yet. */
    let stays = open + 1
    let comma = -1
    let going = false
    let isListed = false
    for (;;) {
      const keyEnd = endOfText(json, at)
      const from = valueAfter(json, keyEnd)
      const found = find(named, json, at + 1, keyEnd - 1)
      let end: number
      if (found?.goes === true) {
        going = true
        end = endOfValue(json, from)
      } else {
        // One comma stays between two members, and none before the first.
        if (going) this.#going.push(stays, stays === open + 1 ? at : comma)
        going = false
        if (found !== undefined && (found.listed || found.inside.lists)) {
          if (isListed) this.#list(comma, comma + 1)
          isListed = true
          this.#list(at, from)
        }
        end = found === undefined ? endOfValue(json, from) : this.#value(json, from, found.inside)
        if (found?.listed === true) this.#list(from, end)
        stays = end
        if (found?.told !== undefined && this.#open === 0)
          this.#told[found.told] = json.toString('utf8', from, end)
      }
      at = afterSpace(json, end)
      if (json[at] !== COMMA) break
      comma = at
      at = afterSpace(json, at + 1)
    }
    if (json[at] !== CLOSE_MAP) throw new Malformed('an object without an end')
    if (going) this.#going.push(stays, at)
    return at
  }
}

function find(named: readonly Named[], json: Buffer, from: number, end: number): Named | undefined {
  const length = end - from
  next: for (const one of named) {
    const { name } = one
    if (name.length !== length) continue
    for (let at = 0; at < length; at++) if (name[at] !== json[from + at]) continue next
    return one
  }
  return undefined
}

function insideOf(cuts: readonly Cut[]): Inside {
  const firsts = new Set(cuts.map(({ path: [first = ''] }) => first))
  const named = [...firsts].map((name): Named => {
    const below = cuts
      .filter(({ path: [first] }) => first === name)
      .map(({ path: [, ...path], does }) => ({ path, does }))
    const here = below.filter(({ path }) => path.length === 0).map(({ does }) => does)
    const listed = here.includes('listed')
    // What is in something that is listed whole, is listed with it.
    const inner = below.filter(({ path, does }) => path.length > 0 && !(listed && does === 'listed'))
    return {
      name: Buffer.from(name),
      inside: insideOf(inner),
      goes: here.includes('goes'),
      told: here.find((does) => typeof does === 'number'),
      listed,
    }
  })
  return { named, lists: cuts.some(({ does }) => does === 'listed') }
}
