import type { Estimate } from './statistics.ts'

/** What must hold of a figure for the scenario to be won. */
export interface Claim {
  /** What is compared: `of L1`, `times the twin`, `violations`. */
  what: string
  /** A ratio against the naive twin has a column of its own in the table. */
  twin?: boolean
  figure: Estimate
  target: { atLeast: number } | { atMost: number }
}

/** A target is met by the median; ahead of it is only what is so with its whole interval. */
export type Verdict = 'ahead' | 'met' | 'no' | 'n.a.'

const WORST_FIRST = ['no', 'met', 'ahead'] as const

/** One line of the table. */
export interface Row {
  id: string
  scenario: string
  /** Of the cluster it was measured on: `demo 10000`, `kind`. */
  on: string
  value: string
  limit: string
  claims: readonly Claim[]
  /** Why there is nothing to measure; the verdict is then n.a. */
  absent?: string
  /** The answer was wrong, or could not be had at all: the verdict is no, whatever else was measured. */
  wrong?: string
  /** What a reader of the row should know. */
  note?: string
  /** What else was recorded: CPU per request, memory, loop delay, calls to the API server. */
  also?: Readonly<Record<string, number | string>>
}

/** Where the median is on the right side, and where the whole interval is: a figure that may be luck is ahead of nothing. */
export function verdictOn({ figure, target }: Claim): Exclude<Verdict, 'n.a.'> {
  const { low, median, high } = figure
  const [ahead, met] =
    'atLeast' in target
      ? [low >= target.atLeast, median >= target.atLeast]
      : [high <= target.atMost, median <= target.atMost]
  if (!met) return 'no'
  return ahead ? 'ahead' : 'met'
}

/** True where all of a figure's interval is worse than half its target, which no noise of a busy machine explains. */
export function farOff({ figure, target }: Claim): boolean {
  if (Number.isNaN(figure.median)) return true
  return 'atLeast' in target
    ? figure.high < target.atLeast / 2
    : figure.low > target.atMost * 2 && figure.low > 0
}

export function verdictOf(row: Row): Verdict {
  if (row.wrong !== undefined) return 'no'
  if (row.absent !== undefined) return 'n.a.'
  const verdicts = new Set(row.claims.map(verdictOn))
  return WORST_FIRST.find((one) => verdicts.has(one)) ?? 'n.a.'
}

/** An exact count as a figure: it has no error. */
export function exactly(count: number): Estimate {
  return { median: count, low: count, high: count }
}
