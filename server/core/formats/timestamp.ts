const WHOLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const FRACTION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{1,9}Z$/

/** Formats milliseconds since 1970 in this API's time format. */
export function toIsoSeconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -5)}Z`
}

/**
 * Converts a timestamp of the API server to this API's time format: ISO 8601 UTC in whole seconds, truncated
 * and never rounded (`2026-11-20T11:25:00.999999Z` becomes `…:00Z`). Undefined for an unset time (null), and
 * for a text that is not a time.
 */
export function truncateToSeconds(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return undefined
  if (WHOLE.test(text)) return text
  const cut = FRACTION.exec(text)?.[1]
  return cut === undefined ? toIsoSeconds(milliseconds) : `${cut}Z`
}
