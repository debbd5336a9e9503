/** Bounds of a field of a schedule, and names for its values in their order. */
interface Field {
  readonly least: number
  readonly most: number
  readonly names?: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const FIELDS: readonly Field[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 6, names: WEEKDAYS },
]
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const DESCRIPTORS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])

/**
 * Converts a schedule as the CronJob controller reads it (github.com/robfig/cron v3, ParseStandard) to a pattern in which each
 * field is `*` or a list of numbers, which croner reads in the same way. Undefined for a text that the controller rejects, and
 * for a schedule without any time, such as February 30th.
 */
export function cronPattern(schedule: string): string | undefined {
  const texts = (DESCRIPTORS.get(schedule) ?? schedule).trim().split(/\s+/)
  if (texts.length !== FIELDS.length) return undefined
  const fields = FIELDS.map((field, at) => parseField(texts[at] ?? '', field))
  if (fields.some((field) => field === undefined || field.values.length === 0)) return undefined
  const [, , days, months, weekdays] = fields
  // A day of the week alone has dates in every month; so has one beside a day of the month, since either is enough.
  const isWeekly = weekdays?.isAny === false
  const exists = months?.values.some((month) =>
    days?.values.some((day) => day <= (DAYS_OF_MONTH[month - 1] ?? 0)),
  )
  if (!isWeekly && exists !== true) return undefined
  return fields.map((field) => (field?.isAny === true ? '*' : field?.values.join(','))).join(' ')
}

interface ParsedField {
  readonly values: readonly number[]
  /** Whether it has a `*`: of the days of month and week, such a field leaves the choice to the other. */
  readonly isAny: boolean
}

function parseField(text: string, field: Field): ParsedField | undefined {
  const ranges = text.split(',').filter((range) => range !== '')
  const parsed = ranges.map((range) => parseRange(range, field))
  const values = new Set<number>()
  let isAny = false
  for (const range of parsed) {
    if (range === undefined) return undefined
    for (let value = range.from; value <= range.to; value += range.step) values.add(value)
    isAny ||= range.isAny
  }
  return { values: [...values].toSorted((one, other) => one - other), isAny }
}

interface Range {
  readonly from: number
  readonly to: number
  readonly step: number
  readonly isAny: boolean
}

/** Parses `*`, `?`, `N`, `N-M`, each with `/step`; `N/step` goes on to the end of the field. */
function parseRange(text: string, { least, most, names }: Field): Range | undefined {
  const [bounds = '', stepText, ...moreSlashes] = text.split('/')
  const [low = '', high, ...moreHyphens] = bounds.split('-')
  const step = stepText === undefined ? 1 : parseNumber(stepText)
  if (moreSlashes.length > 0 || step === undefined || step === 0) return undefined
  if (low === '*' || low === '?') return { from: least, to: most, step, isAny: step === 1 }
  const from = parseValue(low, names, least)
  const single = stepText === undefined ? from : most
  const to = high === undefined ? single : parseValue(high, names, least)
  if (moreHyphens.length > 0 || from === undefined || to === undefined) return undefined
  return from < least || to > most || from > to ? undefined : { from, to, step, isAny: false }
}

function parseValue(text: string, names: readonly string[] = [], least: number): number | undefined {
  const at = names.indexOf(text.toLowerCase())
  return at === -1 ? parseNumber(text) : at + least
}

/** Parses a whole number as Go's Atoi does. */
function parseNumber(text: string): number | undefined {
  return /^\+?\d{1,9}$/.test(text) ? Number(text) : undefined
}
