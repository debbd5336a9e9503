import { join } from 'node:path'
import { output } from '../../cluster/environment/process.ts'
import type { ConsoleFigure } from '../../console/measure.ts'
import type { Row } from '../measure/claim.ts'
import { median, percentile } from '../measure/statistics.ts'
import { mebibytes, millis } from '../units.ts'

/**
 * C1 to C3: the console in Chromium on a demo cluster with 10,000 Pods: first paint, reaction to a key, memory of the page. They
 * have no target.
 */
export async function consoleFigures(): Promise<Row[]> {
  const printed = await output('node', [join(import.meta.dirname, '..', '..', 'console', 'measure.ts')])
  const lines = printed.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => rowOf(JSON.parse(line) as ConsoleFigure))
}

function rowOf({ id, scenario, unit, values }: ConsoleFigure): Row {
  const format = unit === 'ms' ? millis : mebibytes
  return {
    id,
    scenario,
    on: 'Chromium',
    value: format(median(values)),
    limit: '-',
    claims: [],
    ...(values.length === 1 ? {} : { also: { p95: format(percentile(values, 0.95)) } }),
  }
}
