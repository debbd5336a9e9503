const MINUTE = 60_000
const WEEK = 7 * 24 * 60 * MINUTE
/** Number of zones whose formatters are kept; there are some 600. */
const MAX_ZONES = 600

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A time zone of the IANA database. */
export interface TimeZone {
  /** Returns the milliseconds that the zone's clocks are ahead of UTC at a time, in milliseconds since 1970. */
  offsetAt(time: number): number
}

/** Returns the time zone of a name; undefined for a name that is not in the database. */
export function timeZone(name: string): TimeZone | undefined {
  const format = formatterOf(name)
  return format && { offsetAt: (time) => wallClock(format, time) - Math.floor(time / 1000) * 1000 }
}

/**
 * Returns the first time after `from`, and not after `to`, at which the zone's clocks are set forward or back, to the minute;
 * undefined if there is none. No zone keeps an offset for less than a week.
 */
export function clockChange(zone: TimeZone, from: number, to: number): number | undefined {
  const offset = zone.offsetAt(from)
  for (let at = from; at < to; at += WEEK) {
    const next = Math.min(at + WEEK, to)
    if (zone.offsetAt(next) !== offset) return changeBetween(zone, at, next, offset)
  }
  return undefined
}

function changeBetween(zone: TimeZone, before: number, after: number, offset: number): number {
  let [low, high] = [Math.floor(before / MINUTE), Math.ceil(after / MINUTE)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle * MINUTE) === offset) low = middle
    else high = middle
  }
  return high * MINUTE
}

function formatterOf(name: string): Intl.DateTimeFormat | undefined {
  const known = formatters.get(name)
  if (known !== undefined) return known
  try {
    const made = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    // Names differ in case too: hostile objects must not fill the memory.
    if (formatters.size < MAX_ZONES) formatters.set(name, made)
    return made
  } catch {
    return undefined
  }
}

/** Returns the time that the clocks of a zone show, as if it were UTC, in whole seconds. */
function wallClock(format: Intl.DateTimeFormat, time: number): number {
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (
    format.format(time).match(/\d+/g) ?? []
  ).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
