import { estimate, type Estimate } from './statistics.ts'

/** A condition on a figure that the scenario has to satisfy. */
export interface Claim {
  /** The comparison: `of L1`, `times the twin`, `violations`. */
  what: string
  /** Whether the figure is a ratio to the naive twin, which has a column of its own in the table. */
  twin?: boolean
  figure: Estimate
  target: { atLeast: number } | { atMost: number }
}

/** `met`: the median reaches the target. `ahead`: the whole interval does. */
export type Verdict = 'ahead' | 'met' | 'no' | 'n.a.'

const WORST_FIRST = ['no', 'met', 'ahead'] as const

/** One line of the table. */
export interface Row {
  id: string
  scenario: string
  /** The cluster of the measurement: `demo 10000`, `kind`. */
  on: string
  value: string
  limit: string
  claims: readonly Claim[]
  /** The reason why there is nothing to measure; the verdict is then n.a. */
  absent?: string
  /** Set if the response was wrong or missing: the verdict is then no, whatever the figures. */
  wrong?: string
  /** A remark for the reader of the row. */
  note?: string
  /** Additional figures: CPU per request, memory, event loop delay, calls to the API server. */
  also?: Readonly<Record<string, number | string>>
}

/**
 * Compares the median and the whole interval with the target. A figure whose interval crosses the target may
 * be luck and is not ahead.
 */
export function verdictOn({ figure, target }: Claim): Exclude<Verdict, 'n.a.'> {
  const { low, median, high } = figure
  const [ahead, met] =
    'atLeast' in target
      ? [low >= target.atLeast, median >= target.atLeast]
      : [high <= target.atMost, median <= target.atMost]
  if (!met) return 'no'
  return ahead ? 'ahead' : 'met'
}

/** Whether the whole interval is worse than half the target, which noise of a busy machine cannot explain. */
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

/** A change may cost so much, compared with an earlier checkout. */
const MAX_LOSS = 0.1

/** Returns the claim on the ratios to an earlier checkout; `more`: whether more is better. */
export function againstEarlier(name: string, ratios: readonly number[], more: boolean): Claim {
  return {
    what: `of ${name}`,
    figure: estimate(ratios),
    target: more ? { atLeast: 1 - MAX_LOSS } : { atMost: 1 + MAX_LOSS },
  }
}

/** Returns an exact count as an estimate without error. */
export function exactly(count: number): Estimate {
  return { median: count, low: count, high: count }
}
