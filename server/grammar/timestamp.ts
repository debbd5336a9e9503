const WHOLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const FRACTION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{1,9}Z$/

/** A moment in milliseconds since 1970, as this service writes times. */
export function secondsOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -5)}Z`
}

/**
 * A time the API server sent, as this service writes times: ISO 8601 UTC with the fraction of the second cut off, never
 * rounded (`2026-11-20T11:25:00.999999Z` is `…:00Z`). Undefined for an unset time (null) and for what is no time.
 */
export function wholeSeconds(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return undefined
  if (WHOLE.test(text)) return text
  const cut = FRACTION.exec(text)?.[1]
  return cut === undefined ? secondsOf(milliseconds) : `${cut}Z`
}
