import { badRequest, quote } from '../status.ts'

/**
 * Parses a boolean parameter like apimachinery: every value except `false` and `0` is true; a missing one is
 * false.
 */
export function booleanOf(value: string | null): boolean {
  return value !== null && value !== '0' && value.toLowerCase() !== 'false'
}

const largest = 9223372036854775807n

/** Parses an int64 parameter; rejects invalid ones with strconv's message. */
export function integerOf(value: string | null): number | undefined {
  if (value === null) return undefined
  if (!/^[+-]?[0-9]+$/.test(value)) {
    throw badRequest(`strconv.ParseInt: parsing ${quote(value)}: invalid syntax`)
  }
  const exact = BigInt(value)
  if (exact > largest || exact < -largest - 1n) {
    throw badRequest(`strconv.ParseInt: parsing ${quote(value)}: value out of range`)
  }
  return Number(exact)
}
