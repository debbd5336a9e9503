import { Malformed } from './lines.ts'

export const [QUOTE, COLON, COMMA] = [34, 58, 44]
export const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [91, 93, 123, 125]
const BACKSLASH = 92
const [TAB, LINE_FEED, RETURN, SPACE] = [9, 10, 13, 32]
const [ZERO, NINE] = [48, 57]
/** What comes behind a backslash; four hexadecimal digits more behind a `u`. */
const ESCAPED = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/
/** Levels whose kinds a small integer holds, a bit each. */
const LEVELS = 30
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/*
 * Where things are in the bytes of JSON, for those who want to leave most of it unparsed. What these functions have gone over
 * is JSON to the letter (RFC 8259), so that whoever parses it later will not fail; all of them throw Malformed for what is not.
 */

/** The place behind a value that begins at `at`. */
export function endOfValue(json: Buffer, at: number): number {
  const first = json[at]
  if (first === QUOTE) return endOfText(json, at)
  return first === OPEN_MAP || first === OPEN_LIST ? endOfNest(json, at) : endOfScalar(json, at)
}

/** The place behind a text whose first quote is at `at`. */
export function endOfText(json: Buffer, at: number): number {
  if (json[at] !== QUOTE) throw new Malformed('a text without a quote')
  for (let end = at + 1; end < json.length; end++) {
    const byte = json[end] ?? 0
    if (byte > BACKSLASH) continue
    if (byte === QUOTE) return end + 1
    if (byte === BACKSLASH) end += lengthOfEscape(json, end + 1)
    else if (byte < SPACE) throw new Malformed('a control character in a text')
  }
  throw new Malformed('a text without an end')
}

/** The first place from `at` on that is no space. */
export function afterSpace(json: Buffer, at: number): number {
  let end = at
  for (; end < json.length; end++) {
    const byte = json[end] ?? 0
    if (byte > SPACE) break
    if (byte !== SPACE && byte !== LINE_FEED && byte !== RETURN && byte !== TAB) break
  }
  return end
}

/** The place of the value that belongs to a key ending before `at`. */
export function valueAfter(json: Buffer, at: number): number {
  const colon = afterSpace(json, at)
  if (json[colon] !== COLON) throw new Malformed('a key without a colon')
  return afterSpace(json, colon + 1)
}

/** Is shown the name of a member and where its value begins; answers where that ends, or undefined when it wants no more. */
type TakeMember = (name: string, from: number) => number | undefined

/**
 * Shows each member of the object that begins at `at`. The object, gone over whole, is all there is from there on: it has an end,
 * and nothing but space comes behind it.
 */
export function takeMembers(json: Buffer, at: number, take: TakeMember): void {
  if (json[at] !== OPEN_MAP) throw new Malformed('no JSON object where one is wanted')
  const first = afterSpace(json, at + 1)
  if (json[first] === CLOSE_MAP) return endAt(json, first)
  const end = takeMember(json, first, take)
  if (end !== undefined) takeMembersAfter(json, end, take)
}

/** The same of those that come after a member whose value ends before `at`. */
export function takeMembersAfter(json: Buffer, at: number, take: TakeMember): void {
  let next = afterSpace(json, at)
  while (json[next] === COMMA) {
    const end = takeMember(json, afterSpace(json, next + 1), take)
    if (end === undefined) return
    next = afterSpace(json, end)
  }
  endAt(json, next)
}

function takeMember(json: Buffer, at: number, take: TakeMember): number | undefined {
  const keyEnd = endOfText(json, at)
  return take(json.toString('utf8', at + 1, keyEnd - 1), valueAfter(json, keyEnd))
}

function endAt(json: Buffer, at: number): void {
  if (json[at] !== CLOSE_MAP || afterSpace(json, at + 1) !== json.length)
    throw new Malformed('no whole object')
}

/** The elements of the list that begins at `at`, one by one; returns the place behind it. */
export function* elementsOf(json: Buffer, at: number): Generator<Buffer, number> {
  let next = afterSpace(json, at + 1)
  if (json[next] === CLOSE_LIST) return next + 1
  for (;;) {
    const end = endOfValue(json, next)
    yield json.subarray(next, end)
    next = afterSpace(json, end)
    if (json[next] === CLOSE_LIST) return next + 1
    if (json[next] !== COMMA) throw new Malformed('a list without an end')
    next = afterSpace(json, next + 1)
  }
}

/** Goes over whatever is in a list or an object without calling itself: some are nested ten thousand deep. */
function endOfNest(json: Buffer, at: number): number {
  /** What closes the innermost that is open; 0 before the first is. */
  let close = 0
  /** How many are around it, and a bit for each, the nearest lowest: whether it is an object. A list of them would be garbage. */
  let depth = 0
  let around = 0
  /** The bits of those farther out, the nearest last; hardly anything is nested so deep. */
  let farther: number[] | undefined
  let next = at
  for (;;) {
    const first = json[next]
    if (first === QUOTE) next = endOfText(json, next)
    else if (first === OPEN_MAP || first === OPEN_LIST) {
      const closing = first === OPEN_MAP ? CLOSE_MAP : CLOSE_LIST
      next = afterSpace(json, next + 1)
      if (json[next] === closing) next++
      else {
        if (close !== 0) {
          if (depth > 0 && depth % LEVELS === 0) {
            ;(farther ??= []).push(around)
            around = 0
          }
          around = (around << 1) | Number(close === CLOSE_MAP)
          depth++
        }
        close = closing
        if (close === CLOSE_MAP) next = valueAfter(json, endOfText(json, next))
        continue
      }
    } else next = endOfScalar(json, next)
    // A value has ended, and with it maybe what it is in.
    for (;;) {
      if (close === 0) return next
      next = afterSpace(json, next)
      if (json[next] === COMMA) {
        next = afterSpace(json, next + 1)
        if (close === CLOSE_MAP) next = valueAfter(json, endOfText(json, next))
        break
      }
      if (json[next] !== close) throw new Malformed('a list or an object without an end')
      next++
      if (depth === 0) return next
      close = (around & 1) === 1 ? CLOSE_MAP : CLOSE_LIST
      depth--
      around = depth > 0 && depth % LEVELS === 0 ? (farther?.pop() ?? 0) : around >>> 1
    }
  }
}

function endOfScalar(json: Buffer, at: number): number {
  let end = at
  let isPlain = true
  for (; end < json.length; end++) {
    const byte = json[end] ?? 0
    if (byte === COMMA || byte === CLOSE_MAP || byte === CLOSE_LIST || byte <= SPACE) break
    if (byte < ZERO || byte > NINE) isPlain = false
  }
  // Most are short numbers; what is written otherwise is looked at closely.
  const isNumber = isPlain && end > at && (json[at] !== ZERO || end === at + 1)
  if (!isNumber && !SCALAR.test(json.toString('latin1', at, end))) throw new Malformed('no JSON value')
  return end
}

function lengthOfEscape(json: Buffer, at: number): number {
  // Nearly all of them are quotes in the keys of managed fields.
  if (json[at] === QUOTE) return 1
  const [escape = ''] = ESCAPED.exec(json.toString('latin1', at, at + 5)) ?? []
  if (escape === '') throw new Malformed('an unknown escape in a text')
  return escape.length
}
