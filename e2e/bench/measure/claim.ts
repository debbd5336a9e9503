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

export type Verdict = 'yes' | 'no' | 'n.a.'

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

/** True only where the whole interval is on the right side: a figure that may be luck clears nothing. */
export function clears({ figure, target }: Claim): boolean {
  return 'atLeast' in target ? figure.low >= target.atLeast : figure.high <= target.atMost
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
  if (row.absent !== undefined || row.claims.length === 0) return 'n.a.'
  return row.claims.every(clears) ? 'yes' : 'no'
}

/** An exact count as a figure: it has no error. */
export function exactly(count: number): Estimate {
  return { median: count, low: count, high: count }
}
