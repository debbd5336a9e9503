import type { Estimate } from './measure/statistics.ts'

/** Formats a number with three significant figures, which matches the precision of such measurements. */
export function count(value: number): string {
  if (!Number.isFinite(value)) return value === Infinity ? '∞' : '-'
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(size >= 10 ? 3 : 2)))
}

export function perSecond(rate: number): string {
  return `${count(rate)}/s`
}

export function millis(milliseconds: number): string {
  return `${count(milliseconds)} ms`
}

export function micros(microseconds: number): string {
  return `${count(microseconds)} µs`
}

export function mebibytes(size: number): string {
  return `${count(size)} MiB`
}

/** Formats the median, with its interval if there is one. */
export function estimated({ median, low, high }: Estimate): string {
  return low === high ? count(median) : `${count(median)} [${count(low)}, ${count(high)}]`
}
