import { redactText } from '../../core/redact-text.ts'
import { sanitize } from '../../core/formats/sanitize.ts'

/** Lines of a log that differ in numbers, names and times alone. */
export interface LogTemplate {
  /** The line, with `*` for each part that differs. */
  readonly template: string
  readonly count: number
  /** The newest line, credentials masked. */
  readonly newest: string
}

/** Lines that are compared; of a longer log the newest count. */
const MAX_LINES = 2000
const MAX_LINE = 500
const MAX_TEMPLATES = 200
const MAX_TOKENS = 60
/** Share of equal words from which two lines have one template. */
const SIMILARITY = 0.5

/** Parts of lines that differ from one to the next: times, addresses, ids, numbers and quoted texts. */
const VARIABLE =
  /"[^"]{0,200}"|'[^']{0,200}'|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z|[+-]\d\d:?\d\d)?|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b|\b0x[0-9a-f]+\b|\b[0-9a-f]{12,64}\b|\b\d+(?:\.\d+)?(?:ms|s|m|h|%|[KMG]i?B?)?\b/gi
const FAILURE =
  /\b(?:error|err|fatal|panic|exception|fail(?:ed|ure)?|refused|denied|timed? ?out|unable|cannot|no such|not found)\b/i

interface Group {
  tokens: string[]
  count: number
  newest: string
  /** Position of the newest line. */
  at: number
}

/**
 * Folds lines into templates (the fixed-depth tree of Drain, He et al. 2017: by number of words and the first two), those that
 * tell of a failure first, the newest first among equals.
 */
export function foldLines(lines: readonly string[], limit: number): readonly LogTemplate[] {
  const tree = new Map<string, Group[]>()
  let groups = 0
  for (const [at, line] of lines.slice(-MAX_LINES).entries()) {
    const text = sanitize(redactText(line.slice(0, MAX_LINE), { keepNames: true }), MAX_LINE).trim()
    if (text === '') continue
    const tokens = text.replaceAll(VARIABLE, '*').split(/\s+/).slice(0, MAX_TOKENS)
    const key = [tokens.length, ...tokens.slice(0, 2)].join(' ')
    const leaf = tree.get(key) ?? []
    const group = leaf.find((one) => similarity(one.tokens, tokens) >= SIMILARITY)
    if (group !== undefined) {
      group.tokens = group.tokens.map((token, index) => (token === tokens[index] ? token : '*'))
      group.count++
      group.newest = text
      group.at = at
    } else if (groups < MAX_TEMPLATES) {
      leaf.push({ tokens, count: 1, newest: text, at })
      tree.set(key, leaf)
      groups++
    }
  }
  return [...tree.values()]
    .flat()
    .toSorted((a, b) => Number(FAILURE.test(b.newest)) - Number(FAILURE.test(a.newest)) || b.at - a.at)
    .slice(0, limit)
    .map(({ tokens, count, newest }) => ({ template: tokens.join(' '), count, newest }))
}

/** Returns the share of words that two lines of one length have in common. */
function similarity(one: readonly string[], other: readonly string[]): number {
  return one.filter((token, at) => token === other[at]).length / one.length
}
