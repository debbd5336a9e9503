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
  valueAfter,
} from './json-bytes.ts'

/** What no object is read for, whatever its kind; managed fields are half of what a watch sends. */
const UNREAD = ['metadata.managedFields', 'metadata.selfLink', 'metadata.generateName']

/** What is to be done about the members of an object; what is not named is kept as it is. */
interface Named {
  name: Buffer
  /** Undefined: it is cut out. */
  below: readonly Named[] | undefined
}

/** What was left of an object: its bytes, where they were; and where the whole object ended. */
export interface CutObject {
  json: Buffer
  end: number
}

/**
 * Cuts out of an object's JSON what nobody reads, before it is parsed: a path of `spec.containers.args` reaches into every
 * container. The bytes are moved in place, in one pass over them. A key that is written with escapes is not known again, and
 * what it names is kept.
 */
export class Cutter {
  readonly #root: readonly Named[]
  /** Beginnings and ends of what goes, in order. */
  readonly #going: number[] = []

  constructor(unread: readonly string[] = []) {
    this.#root = namedBy([...UNREAD, ...unread].map((path) => path.split('.')))
  }

  /** Takes over the bytes from `at` on, where an object begins. */
  cut(json: Buffer, at: number): CutObject {
    this.#going.length = 0
    const end = this.#value(json, at, this.#root)
    return { json: json.subarray(at, this.#close(json, at, end)), end }
  }

  /** Moves what stays together; answers where it ends. */
  #close(json: Buffer, at: number, end: number): number {
    const going = this.#going
    let to = going[0] ?? end
    for (let next = 0; next < going.length; next += 2) {
      const from = going[next + 1] ?? end
      const until = going[next + 2] ?? end
      json.copyWithin(to, from, until)
      to += until - from
    }
    return Math.max(at, to)
  }

  #value(json: Buffer, at: number, named: readonly Named[]): number {
    const first = json[at]
    if (first === OPEN_MAP) return this.#map(json, at, named)
    return first === OPEN_LIST ? this.#list(json, at, named) : endOfValue(json, at)
  }

  #list(json: Buffer, open: number, named: readonly Named[]): number {
    let at = afterSpace(json, open + 1)
    while (at < json.length && json[at] !== CLOSE_LIST) {
      at = afterSpace(json, this.#value(json, at, named))
      if (json[at] !== COMMA) break
      at = afterSpace(json, at + 1)
    }
    return json[at] === CLOSE_LIST ? at + 1 : json.length
  }

  #map(json: Buffer, open: number, named: readonly Named[]): number {
    let at = afterSpace(json, open + 1)
    /** Where the last member that stays ends; there may be none yet. */
    let stays = open + 1
    let comma = -1
    let going = false
    while (json[at] === QUOTE) {
      const keyEnd = endOfText(json, at)
      const from = valueAfter(json, keyEnd)
      const found = find(named, json, at + 1, keyEnd - 1)
      let end: number
      if (found !== undefined && found.below === undefined) {
        going = true
        end = endOfValue(json, from)
      } else {
        // One comma stays between two members, and none before the first.
        if (going) this.#going.push(stays, stays === open + 1 ? at : comma)
        going = false
        end = found?.below === undefined ? endOfValue(json, from) : this.#value(json, from, found.below)
        stays = end
      }
      at = afterSpace(json, end)
      if (json[at] !== COMMA) break
      comma = at
      at = afterSpace(json, at + 1)
    }
    if (json[at] !== CLOSE_MAP) return json.length
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

function namedBy(paths: readonly (readonly string[])[]): readonly Named[] {
  const firsts = new Set(paths.map(([first = '']) => first))
  return [...firsts].map((name) => {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
    const whole = below.some(({ length }) => length === 0)
    return { name: Buffer.from(name), below: whole ? undefined : namedBy(below) }
  })
}
