import { Malformed } from './lines.ts'

export const [QUOTE, COLON, COMMA] = [34, 58, 44]
export const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [91, 93, 123, 125]
const BACKSLASH = 92
const SPACES: ReadonlySet<number | undefined> = new Set([9, 10, 13, 32])

/*
 * Where things are in the bytes of JSON (RFC 8259), for those who want to leave most of it unread. Nothing is checked beyond
 * what is needed to find the end: what is no JSON has an end too, behind the last byte at most, and is for the parser to refuse.
 */

/** The place behind a value that begins at `at`. */
export function endOfValue(json: Buffer, at: number): number {
  const first = json[at]
  if (first === QUOTE) return endOfText(json, at)
  if (first === OPEN_MAP || first === OPEN_LIST) return endOfNest(json, at)
  let end = at
  for (; end < json.length; end++) {
    const byte = json[end]
    if (byte === COMMA || byte === CLOSE_MAP || byte === CLOSE_LIST || SPACES.has(byte)) break
  }
  return end
}

/** The place behind a text whose first quote is at `at`. */
export function endOfText(json: Buffer, at: number): number {
  let end = at + 1
  for (; end < json.length && json[end] !== QUOTE; end++) if (json[end] === BACKSLASH) end++
  return Math.min(end + 1, json.length)
}

/** The first place from `at` on that is no space. */
export function afterSpace(json: Buffer, at: number): number {
  let end = at
  while (SPACES.has(json[end])) end++
  return end
}

/** The place of the value that belongs to a key ending before `at`; behind the last byte where there is none. */
export function valueAfter(json: Buffer, at: number): number {
  const colon = afterSpace(json, at)
  return json[colon] === COLON ? afterSpace(json, colon + 1) : json.length
}

/**
 * Shows each member of the object that begins at `at`: its name and where its value begins; `take` answers where that ends.
 * Answers whether that object is all there is from there on: it has an end, and nothing but space comes behind it.
 */
export function takeMembers(json: Buffer, at: number, take: (name: string, from: number) => number): boolean {
  if (json[at] !== OPEN_MAP) return false
  let next = afterSpace(json, at + 1)
  while (json[next] === QUOTE) {
    const keyEnd = endOfText(json, next)
    const name = json.toString('utf8', next + 1, keyEnd - 1)
    next = afterSpace(json, take(name, valueAfter(json, keyEnd)))
    if (json[next] !== COMMA) break
    next = afterSpace(json, next + 1)
  }
  return json[next] === CLOSE_MAP && afterSpace(json, next + 1) === json.length
}

/** The elements of the list that begins at `at`, one by one; throws Malformed at the end of one that has none. */
export function* elementsOf(json: Buffer, at: number): Iterable<Buffer> {
  let next = afterSpace(json, at + 1)
  if (json[next] === CLOSE_LIST) return
  for (;;) {
    const end = endOfValue(json, next)
    yield json.subarray(next, end)
    next = afterSpace(json, end)
    if (json[next] === CLOSE_LIST) return
    if (json[next] !== COMMA) throw new Malformed('a list without an end')
    next = afterSpace(json, next + 1)
  }
}

function endOfNest(json: Buffer, at: number): number {
  let depth = 0
  for (let end = at; end < json.length; end++) {
    const byte = json[end]
    if (byte === QUOTE) end = endOfText(json, end) - 1
    else if (byte === OPEN_LIST || byte === OPEN_MAP) depth++
    else if ((byte === CLOSE_LIST || byte === CLOSE_MAP) && --depth === 0) return end + 1
  }
  return json.length
}
