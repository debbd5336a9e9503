const MAX_TEXT = 32
/**
 * Units, each with its seconds and its number of significant digits, so that a sum stays below a century: API
 * servers overflow at 292 years.
 */
const UNITS = [
  ['d', 86_400, 4],
  ['h', 3600, 5],
  ['m', 60, 7],
  ['s', 1, 9],
] as const
const DURATION = new RegExp(
  `^${UNITS.map(([unit, , digits]) => `(?:0*([0-9]{1,${digits}})${unit})?`).join('')}$`,
)

/**
 * Parses a duration such as `90s`, `5m`, `1h30m` or `2d` to seconds: whole numbers, units from large to
 * small, each at most once. Undefined for anything else.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '' || text.length > MAX_TEXT) return undefined
  const numbers = DURATION.exec(text)?.slice(1)
  return numbers?.reduce((total, digits, at) => total + Number(digits ?? 0) * (UNITS[at]?.[1] ?? 0), 0)
}

/** JSON Schema of durations longer than `0s`, without lookahead, which some languages lack. */
export const positiveDuration = { pattern: positivePattern(), maxLength: MAX_TEXT } as const

function positivePattern(): string {
  const alternatives = UNITS.map(([unit, , digits], at) => {
    const zeros = UNITS.slice(0, at).map(([larger]) => `(?:0+${larger})?`)
    const rest = UNITS.slice(at + 1).map(([smaller, , most]) => `(?:0*[0-9]{1,${most}}${smaller})?`)
    return [...zeros, `0*[1-9][0-9]{0,${digits - 1}}${unit}`, ...rest].join('')
  })
  return `^(?:${alternatives.join('|')})$`
}
