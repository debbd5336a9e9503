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

/** What is to be done about a member of an object; one that is not named is kept as it is. */
interface Named {
  name: Buffer
  below: readonly Named[]
  /** It is cut out. */
  goes: boolean
  /** Its place among what is told. */
  told: number | undefined
}

/** What was left of an object: its bytes, where they were; what was to be told of it; and where the whole object ended. */
export interface CutObject {
  json: Buffer
  /** The JSON of each member that was to be told, in the order of their paths; undefined where there is none. */
  told: readonly (string | undefined)[]
  end: number
}

/**
 * Cuts out of an object's JSON what nobody reads, and tells what its store has to know: a path of `spec.containers.args`
 * reaches into every container, one that is told goes through objects alone. All in one pass over the bytes, which are moved in
 * place; nothing is parsed, and all of it is known to be JSON then. A key that is written with escapes is not known again, and
 * what it names is kept.
 */
export class Cutter {
  readonly #root: readonly Named[]
  readonly #asked: number
  /** Beginnings and ends of what goes, in order. */
  readonly #going: number[] = []
  #told: (string | undefined)[] = []
  #lists = 0

  constructor(unread: readonly string[] = [], told: readonly string[] = []) {
    this.#root = namedBy([
      ...[...UNREAD, ...unread].map((path) => ({ path: path.split('.'), told: undefined })),
      ...told.map((path, place) => ({ path: path.split('.'), told: place })),
    ])
    this.#asked = told.length
  }

  /** Takes over the bytes from `at` on, where an object begins; throws Malformed where there is none. */
  cut(json: Buffer, at: number): CutObject {
    if (json[at] !== OPEN_MAP) throw new Malformed('no JSON object where one is wanted')
    this.#going.length = 0
    this.#lists = 0
    const told = Array.from<string | undefined>({ length: this.#asked })
    this.#told = told
    const end = this.#map(json, at, this.#root)
    return { json: json.subarray(at, this.#close(json, end)), told, end }
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

  #value(json: Buffer, at: number, named: readonly Named[]): number {
    const first = json[at]
    if (named.length === 0) return endOfValue(json, at)
    if (first === OPEN_MAP) return this.#map(json, at, named)
    return first === OPEN_LIST ? this.#list(json, at, named) : endOfValue(json, at)
  }

  #list(json: Buffer, open: number, named: readonly Named[]): number {
    let at = afterSpace(json, open + 1)
    if (json[at] === CLOSE_LIST) return at + 1
    this.#lists++
    for (;;) {
      at = afterSpace(json, this.#value(json, at, named))
      if (json[at] !== COMMA) break
      at = afterSpace(json, at + 1)
    }
    if (json[at] !== CLOSE_LIST) throw new Malformed('a list without an end')
    this.#lists--
    return at + 1
  }

  #map(json: Buffer, open: number, named: readonly Named[]): number {
    let at = afterSpace(json, open + 1)
    if (json[at] === CLOSE_MAP) return at + 1
    /** Where the last member that stays ends; there may be none yet. */
    let stays = open + 1
    let comma = -1
    let going = false
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
        end = found === undefined ? endOfValue(json, from) : this.#value(json, from, found.below)
        stays = end
        if (found?.told !== undefined && this.#lists === 0)
          this.#told[found.told] = json.toString('utf8', from, end)
      }
      at = afterSpace(json, end)
      if (json[at] !== COMMA) break
      comma = at
      at = afterSpace(json, at + 1)
    }
    if (json[at] !== CLOSE_MAP) throw new Malformed('an object without an end')
    if (going) this.#going.push(stays, at)
    return at + 1
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

function namedBy(paths: readonly { path: readonly string[]; told: number | undefined }[]): readonly Named[] {
  const firsts = new Set(paths.map(({ path: [first = ''] }) => first))
  return [...firsts].map((name) => {
    const below = paths
      .filter(({ path: [first] }) => first === name)
      .map(({ path: [, ...path], told }) => ({ path, told }))
    const here = below.filter(({ path }) => path.length === 0)
    const goes = here.some(({ told }) => told === undefined)
    return {
      name: Buffer.from(name),
      below: namedBy(below.filter(({ path }) => path.length > 0)),
      goes,
      told: here.find(({ told }) => told !== undefined)?.told,
    }
  })
}
