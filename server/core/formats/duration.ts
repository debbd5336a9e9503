const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const MAX_TEXT = 32

/**
 * Parses a duration such as `90s`, `5m`, `1h30m` or `2d` to seconds: whole numbers, units from large to
 * small, each at most once. Undefined for anything else, and for more than ten years, which is longer than
 * any log.
 */
export function parseDuration(text: string): number | undefined {
  if (text.length === 0 || text.length > MAX_TEXT) return undefined
  let total = 0
  let digits = ''
  let smallest = Infinity
  for (const character of text) {
    if (character >= '0' && character <= '9') {
      digits += character
      continue
    }
    const unit = SECONDS[character]
    if (unit === undefined || digits === '' || unit >= smallest) return undefined
    total += Number(digits) * unit
    smallest = unit
    digits = ''
  }
  return digits === '' && total <= 3650 * 86_400 ? total : undefined
}
