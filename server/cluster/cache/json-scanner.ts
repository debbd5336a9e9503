import { MalformedLineError } from './line-splitter.ts'

export const [QUOTE, COLON, COMMA] = [34, 58, 44]
export const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [91, 93, 123, 125]
const BACKSLASH = 92
const [EQUALS, LOWER_U] = [61, 117]
const [TAB, LINE_FEED, RETURN, SPACE] = [9, 10, 13, 32]
const [ZERO, NINE] = [48, 57]
/** The characters after a backslash; a `u` precedes four hexadecimal digits. */
const ESCAPED = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/
/** Nesting levels that fit into a small integer, one bit each. */
const LEVELS = 30
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/*
 * A scanner that finds values in raw JSON, so that most of it can stay unparsed. Everything scanned is
 * validated against RFC 8259, so that parsing it later cannot fail. All functions throw Malformed for invalid
 * JSON.
 */

/** Returns the offset after the value that begins at `offset`. */
export function endOfValue(json: Buffer, offset: number): number {
  const first = json[offset]
  if (first === QUOTE) return endOfText(json, offset)
  return first === OPEN_MAP || first === OPEN_LIST ? endOfNested(json, offset) : endOfScalar(json, offset)
}

/** Returns the offset after the string whose opening quote is at `offset`. */
export function endOfText(json: Buffer, offset: number): number {
  if (json[offset] !== QUOTE) throw new MalformedLineError('a string without a quote')
  for (let end = offset + 1; end < json.length; end++) {
    const byte = json[end] ?? 0
    if (byte > BACKSLASH) continue
    if (byte === QUOTE) return end + 1
    if (byte === BACKSLASH) end += lengthOfEscape(json, end + 1)
    else if (byte < SPACE) throw new MalformedLineError('control character in a string')
  }
  throw new MalformedLineError('unterminated string')
}

/**
 * Returns the number of bytes that the string from `offset` to `end` (with its quotes) stands for: of its text in UTF-8, or of
 * what its text encodes in base64 (RFC 4648 §4). It counts without making the text, which may be secret.
 */
export function sizeOfText(json: Buffer, offset: number, end: number, encoding: 'utf-8' | 'base64'): number {
  let bytes = 0
  let padding = 0
  for (let at = offset + 1; at < end - 1; at++) {
    if (json[at] === EQUALS) padding++
    if (json[at] !== BACKSLASH) bytes++
    else if (json[++at] !== LOWER_U) bytes++
    else {
      const size = bytesOfEscape(json, at)
      bytes += size
      // The second half of a pair, of which the size includes both.
      at += size === 4 ? 10 : 4
    }
  }
  return encoding === 'utf-8' ? bytes : Math.floor(((bytes - padding) * 3) / 4)
}

/** Returns the bytes in UTF-8 of the escape whose `u` is at this offset; 4: of a pair of surrogates. */
function bytesOfEscape(json: Buffer, at: number): number {
  const code = hexadecimal(json, at + 1)
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  const isPair = code >= 0xd800 && code < 0xdc00 && json[at + 5] === BACKSLASH && json[at + 6] === LOWER_U
  const second = isPair ? hexadecimal(json, at + 7) : 0
  // A lone surrogate is decoded as U+FFFD, which has three bytes.
  return second >= 0xdc00 && second < 0xe000 ? 4 : 3
}

function hexadecimal(json: Buffer, offset: number): number {
  return Number.parseInt(json.toString('latin1', offset, offset + 4), 16)
}

/** Returns the offset of the first character from `offset` on that is not whitespace. */
export function afterSpace(json: Buffer, offset: number): number {
  let end = offset
  for (; end < json.length; end++) {
    const byte = json[end] ?? 0
    if (byte > SPACE) break
    if (byte !== SPACE && byte !== LINE_FEED && byte !== RETURN && byte !== TAB) break
  }
  return end
}

/** Returns the offset of a member's value; `offset` is the end of its key. */
export function valueAfter(json: Buffer, offset: number): number {
  const colon = afterSpace(json, offset)
  if (json[colon] !== COLON) throw new MalformedLineError('key without a colon')
  return afterSpace(json, colon + 1)
}

/** Receives a member's name and the offset of its value; returns the value's end, or undefined to stop. */
type VisitMember = (name: string, from: number) => number | undefined

/**
 * Visits each member of the object that begins at `offset`. If all members are visited, the object has to be
 * complete, and only whitespace may follow it.
 */
export function forEachMember(json: Buffer, offset: number, visit: VisitMember): void {
  if (json[offset] !== OPEN_MAP) throw new MalformedLineError('not a JSON object')
  const first = afterSpace(json, offset + 1)
  if (json[first] === CLOSE_MAP) return endAt(json, first)
  const end = visitMember(json, first, visit)
  if (end !== undefined) forEachMemberAfter(json, end, visit)
}

/** Visits the members after the one whose value ends at `offset`, in the same way. */
export function forEachMemberAfter(json: Buffer, offset: number, visit: VisitMember): void {
  let next = afterSpace(json, offset)
  while (json[next] === COMMA) {
    const end = visitMember(json, afterSpace(json, next + 1), visit)
    if (end === undefined) return
    next = afterSpace(json, end)
  }
  endAt(json, next)
}

function visitMember(json: Buffer, offset: number, visit: VisitMember): number | undefined {
  const keyEnd = endOfText(json, offset)
  return visit(json.toString('utf8', offset + 1, keyEnd - 1), valueAfter(json, keyEnd))
}

function endAt(json: Buffer, offset: number): void {
  if (json[offset] !== CLOSE_MAP || afterSpace(json, offset + 1) !== json.length)
    throw new MalformedLineError('incomplete object')
}

/** Yields the elements of the array that begins at `offset`; returns the offset after it. */
export function* elementsOf(json: Buffer, offset: number): Generator<Buffer, number> {
  let next = afterSpace(json, offset + 1)
  if (json[next] === CLOSE_LIST) return next + 1
  for (;;) {
    const end = endOfValue(json, next)
    yield json.subarray(next, end)
    next = afterSpace(json, end)
    if (json[next] === CLOSE_LIST) return next + 1
    if (json[next] !== COMMA) throw new MalformedLineError('unterminated array')
    next = afterSpace(json, next + 1)
  }
}

/** Scans an array or object without recursion, since input can be nested ten thousand levels deep. */
function endOfNested(json: Buffer, offset: number): number {
  /** Closing bracket of the innermost open array or object; 0 at the top level. */
  let close = 0
  /**
   * Number of enclosing levels, and one bit for each, the nearest lowest: 1 for an object. An array of them
   * would be garbage to collect.
   */
  let depth = 0
  let around = 0
  /** Bits of the outer levels beyond the first 30, the nearest last; rarely needed. */
  let farther: number[] | undefined
  let next = offset
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
    // A value has ended, and possibly the arrays and objects around it.
    for (;;) {
      if (close === 0) return next
      next = afterSpace(json, next)
      if (json[next] === COMMA) {
        next = afterSpace(json, next + 1)
        if (close === CLOSE_MAP) next = valueAfter(json, endOfText(json, next))
        break
      }
      if (json[next] !== close) throw new MalformedLineError('unterminated array or object')
      next++
      if (depth === 0) return next
      close = (around & 1) === 1 ? CLOSE_MAP : CLOSE_LIST
      depth--
      around = depth > 0 && depth % LEVELS === 0 ? (farther?.pop() ?? 0) : around >>> 1
    }
  }
}

function endOfScalar(json: Buffer, offset: number): number {
  let end = offset
  let isPlain = true
  for (; end < json.length; end++) {
    const byte = json[end] ?? 0
    if (byte === COMMA || byte === CLOSE_MAP || byte === CLOSE_LIST || byte <= SPACE) break
    if (byte < ZERO || byte > NINE) isPlain = false
  }
  // Most scalars are short numbers; all others are checked with the regular expression.
  const isNumber = isPlain && end > offset && (json[offset] !== ZERO || end === offset + 1)
  if (!isNumber && !SCALAR.test(json.toString('latin1', offset, end)))
    throw new MalformedLineError('not a JSON value')
  return end
}

function lengthOfEscape(json: Buffer, offset: number): number {
  // Nearly all escapes are quotes in the keys of managed fields.
  if (json[offset] === QUOTE) return 1
  const [escape = ''] = ESCAPED.exec(json.toString('latin1', offset, offset + 5)) ?? []
  if (escape === '') throw new MalformedLineError('unknown escape in a string')
  return escape.length
}
