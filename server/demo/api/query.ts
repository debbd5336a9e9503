import { badRequest, quote } from '../status.ts'

/** A boolean parameter as apimachinery reads it: anything but `false` and `0` is true, absence is false. */
export function booleanOf(value: string | null): boolean {
  return value !== null && value !== '0' && value.toLowerCase() !== 'false'
}

const largest = 9223372036854775807n

/** An int64 parameter, refused in strconv's words. */
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
