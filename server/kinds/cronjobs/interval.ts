const EVERY = '@every '
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const DURATION = /^[-+]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/
const PART = /(\d+\.?\d*|\.\d+)([a-zµμ]+)/g
const SECOND = 1000
/** Go counts nanoseconds in 63 bits. */
const MAX_MILLISECONDS = 2 ** 63 / 1e6
const MAX_LENGTH = 64

/**
 * Returns the milliseconds of a schedule such as `@every 1h30m`: whole seconds, and at least one. Undefined for other schedules,
 * and for a duration that Go's time.ParseDuration rejects.
 */
export function intervalOf(schedule: string): number | undefined {
  const text = schedule.slice(EVERY.length)
  if (!schedule.startsWith(EVERY) || text.length > MAX_LENGTH || !DURATION.test(text)) return undefined
  let milliseconds = 0
  for (const [, number, unit = ''] of text.matchAll(PART)) milliseconds += Number(number) * (UNITS[unit] ?? 0)
  if (milliseconds >= MAX_MILLISECONDS) return undefined
  if (text.startsWith('-')) return SECOND
  return Math.max(SECOND, Math.floor(milliseconds / SECOND) * SECOND)
}
