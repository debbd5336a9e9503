/** Longest wait that a receiver can ask for. */
const MAX_MS = 60 * 60_000

/** Returns the wait of a Retry-After header, seconds or a date (RFC 9110 §10.2.3), in milliseconds; undefined for none. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined || text === '') return undefined
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_MS)
}
