/** A Kubernetes quantity in exact nano-units: `100m` is 100,000,000; `1Ki` is 1,024,000,000,000. */
export type Nano = bigint

const NANO = 1_000_000_000n
const BINARY: Readonly<Record<string, bigint>> = {
  Ki: 1n << 10n,
  Mi: 1n << 20n,
  Gi: 1n << 30n,
  Ti: 1n << 40n,
  Pi: 1n << 50n,
  Ei: 1n << 60n,
}
const DECIMAL: Readonly<Record<string, bigint>> = {
  n: 1n,
  u: 1_000n,
  m: 1_000_000n,
  '': NANO,
  k: NANO * 1_000n,
  M: NANO * 1_000_000n,
  G: NANO * 1_000_000_000n,
  T: NANO * 1_000_000_000_000n,
  P: NANO * 1_000_000_000_000_000n,
  E: NANO * 1_000_000_000_000_000_000n,
}
/** Exponents beyond this change nothing: the API server caps quantities far below, and rounds up to nano-units. */
const MAX_EXPONENT = 150
const GRAMMAR = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?\d+)?$/

/**
 * Parses a quantity (`500m`, `1.5Gi`, `1e3`); undefined if it is invalid. A number without digits is 0 (`k`, `.`). Fractions
 * of a nano-unit are rounded up, as in Kubernetes. Source: k8s.io/apimachinery/pkg/api/resource, ParseQuantity.
 */
export function parseQuantity(text: string): Nano | undefined {
  if (text === '' || text.length > 64) return undefined
  const match = GRAMMAR.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match
  const scaled = BigInt(whole + fraction) * scale(suffix)
  const divisor = 10n ** BigInt(fraction.length) * scaleDivisor(suffix)
  const nano = (scaled + divisor - 1n) / divisor
  return sign === '-' ? -nano : nano
}

function scale(suffix: string): bigint {
  const binary = BINARY[suffix]
  if (binary !== undefined) return binary * NANO
  const decimal = DECIMAL[suffix]
  if (decimal !== undefined) return decimal
  const exponent = exponentOf(suffix)
  return exponent >= 0 ? NANO * 10n ** BigInt(exponent) : NANO
}

function scaleDivisor(suffix: string): bigint {
  if (DECIMAL[suffix] !== undefined || BINARY[suffix] !== undefined) return 1n
  const exponent = exponentOf(suffix)
  return exponent < 0 ? 10n ** BigInt(-exponent) : 1n
}

function exponentOf(suffix: string): number {
  return Math.max(-MAX_EXPONENT, Math.min(Number(suffix.slice(1)), MAX_EXPONENT))
}

/** Formats a CPU quantity like Kubernetes: whole cores (`2`) or millicores (`1500m`), rounded up. */
export function formatCpu(nano: Nano): string {
  const milli = ceilDivide(nano, 1_000_000n)
  return milli % 1000n === 0n ? String(milli / 1000n) : `${milli}m`
}

/** Formats bytes in the largest binary unit that represents them exactly: `512Mi`, `1Gi`, `1000`. */
export function formatBytes(nano: Nano): string {
  const bytes = ceilDivide(nano, NANO)
  let best = String(bytes)
  if (bytes === 0n) return best
  for (const [suffix, unit] of Object.entries(BINARY))
    if (bytes % unit === 0n) best = `${bytes / unit}${suffix}`
  return best
}

/** Formats a count, rounded up. */
export function formatCount(nano: Nano): string {
  return String(ceilDivide(nano, NANO))
}

function ceilDivide(value: bigint, divisor: bigint): bigint {
  return value >= 0n ? (value + divisor - 1n) / divisor : value / divisor
}
