import { type Claim, type Row, verdictOf, verdictOn } from './measure/claim.ts'
import { count, estimated } from './units.ts'

const HEAD = ['id', 'on', 'scenario', 'value', 'limit', 'ratio [95 %]', 'twin [95 %]', 'target', 'verdict']

/** Formats the rows as a table for a terminal, followed by errors and missing rows. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const own = row.claims.filter(({ twin }) => twin !== true)
    const twin = row.claims.filter((claim) => claim.twin === true)
    return [
      row.id,
      row.on,
      row.scenario,
      row.value,
      row.limit,
      own.map(formatted).join('; ') || '-',
      twin.map(formatted).join('; ') || '-',
      row.claims.map(targetOf).join('; ') || '-',
      verdictOf(row),
    ]
  })
  const lines = [HEAD, ...cells]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const table = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const notes = rows.flatMap(({ id, on, scenario, wrong, absent, note }) => {
    const said = wrong ?? absent ?? note
    return said === undefined ? [] : [`${id} ${on}, ${scenario}: ${said}`]
  })
  return [...table, ...notes].join('\n')
}

const MARKS = { ahead: '', met: ' ~', no: ' *' }

/**
 * Formats a claim's figure: with a star if it misses its target, with a tilde if the target lies within its
 * interval.
 */
function formatted(claim: Claim): string {
  const { what, figure } = claim
  return `${estimated(figure)} ${what}${MARKS[verdictOn(claim)]}`
}

function targetOf({ target }: Claim): string {
  return 'atLeast' in target ? `≥ ${count(target.atLeast)}` : `≤ ${count(target.atMost)}`
}
