import { isResourceVersion } from '../core/formats/resource-version.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, BigInt(value)]))
/** Five bits of a number to a digit, the lowest first; the sixth says that more follow. */
const [BITS, MORE] = [5n, 32n]
/** Of a resourceVersion of 128 decimal digits. */
const MAX_DIGITS = 90

/**
 * Positions in little room: the lowest, then each as one more than its distance from that, 0 where it is not known. The digits
 * are those of base64url, each number as source maps write theirs (VLQ).
 */
export function encodeBlock(positions: readonly (string | undefined)[]): string {
  const numbers = positions.map((version) =>
    version === undefined || !isResourceVersion(version) ? undefined : BigInt(version),
  )
  let lowest: bigint | undefined
  for (const number of numbers)
    if (number !== undefined && (lowest === undefined || number < lowest)) lowest = number
  const base = lowest ?? 0n
  return (
    digitsOf(base) +
    numbers.map((number) => digitsOf(number === undefined ? 0n : number - base + 1n)).join('')
  )
}

/** So many positions, read from a place in a text, and where they end; undefined for what was not encoded so. */
export function decodeBlock(
  text: string,
  from: number,
  count: number,
): { positions: (string | undefined)[]; end: number } | undefined {
  const positions: (string | undefined)[] = []
  const base = numberAt(text, from)
  if (base === undefined) return undefined
  let offset = base.end
  for (let part = 0; part < count; part++) {
    const read = numberAt(text, offset)
    if (read === undefined) return undefined
    positions.push(read.number === 0n ? undefined : String(base.number + read.number - 1n))
    offset = read.end
  }
  if (positions.some((position) => position !== undefined && !isResourceVersion(position))) return undefined
  return { positions, end: offset }
}

function digitsOf(number: bigint): string {
  let digits = ''
  let rest = number
  do {
    const low = rest % MORE
    rest >>= BITS
    digits += DIGITS[Number(rest === 0n ? low : low + MORE)] ?? ''
  } while (rest !== 0n)
  return digits
}

function numberAt(text: string, from: number): { number: bigint; end: number } | undefined {
  let number = 0n
  for (let offset = from; offset < text.length && offset - from < MAX_DIGITS; offset++) {
    const value = VALUES.get(text[offset] ?? '')
    if (value === undefined) return undefined
    number += (value % MORE) << (BITS * BigInt(offset - from))
    if (value < MORE) return { number, end: offset + 1 }
  }
  return undefined
}
