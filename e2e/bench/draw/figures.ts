import type { Claim, Row } from '../measure/claim.ts'
import { count } from '../units.ts'
import { type Bar, barChart } from './bars.ts'

/**
 * Draws the figures of a run, by file name: the ratio to the machine's limit, and the ratio to the naive
 * twin.
 */
export function figuresOf(rows: readonly Row[]): Record<string, string> {
  const figures: Record<string, string> = {}
  for (const on of new Set(rows.map((row) => row.on))) {
    const here = rows.filter((row) => row.on === on)
    const place = on.replaceAll(/[^a-z0-9]+/g, '-')
    const near = bars(
      here,
      ({ what }) => what === 'of L1',
      (ratio) => count(ratio),
    )
    const far = bars(
      here,
      ({ what }) => what === 'x twin',
      (ratio) => `${count(ratio)} x`,
    )
    if (near.length > 0)
      figures[`limit-${place}`] = barChart({
        title: 'Requests a second, against raw node:http writing the same bytes',
        caption: `1 is the limit; dashed: the target; on ${on}; medians with 95 % intervals`,
        logarithmic: false,
        bars: near,
      })
    if (far.length > 0)
      figures[`twin-${place}`] = barChart({
        title: 'Requests a second, against Express with the typed client',
        caption: `times as many, on a logarithmic scale; dashed: the target; on ${on}`,
        logarithmic: true,
        bars: far,
      })
  }
  return figures
}

function bars(
  rows: readonly Row[],
  chosen: (claim: Claim) => boolean,
  text: (ratio: number) => string,
): Bar[] {
  return rows.flatMap((row) => {
    const claim = row.claims.find(chosen)
    if (claim === undefined || Number.isNaN(claim.figure.median)) return []
    const { median, low, high } = claim.figure
    const target = 'atLeast' in claim.target ? claim.target.atLeast : claim.target.atMost
    const detail = `${row.id}, ${row.value}`
    return [{ label: row.scenario, detail, value: median, low, high, target, text: text(median) }]
  })
}
