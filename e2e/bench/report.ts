import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { figuresOf } from './draw/figures.ts'
import { farOff, type Row } from './measure/claim.ts'
import type { Settings } from './settings.ts'
import { tableOf } from './table.ts'

const HERE = import.meta.dirname

/** Writes the results to this run's file, prints the table, and returns whether a smoke run passes. */
export async function report(rows: readonly Row[], settings: Settings): Promise<boolean> {
  console.log(tableOf(rows))
  const { rounds, seconds, alone, smoke, name } = settings
  const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version }
  const text = `${JSON.stringify({ date: new Date().toISOString(), machine, rounds, seconds, alone, rows }, null, 2)}\n`
  const results = join(HERE, 'results')
  const run = smoke ? 'smoke' : name
  await mkdir(results, { recursive: true })
  await writeFile(join(results, `${run}.json`), text)
  if (!smoke) await draw(rows, results, `${run}-`)
  const lost = rows.filter((row) => row.claims.some(farOff) || row.wrong !== undefined)
  if (smoke)
    for (const { id, scenario } of lost) console.log(`${id} ${scenario}: below half its target, or wrong`)
  return rows.length > 0 && lost.length === 0
}

/** Publishes the results of one or more runs: the data of the README's figures, and the figures. */
export async function publish(results: readonly string[]): Promise<void> {
  const runs: { rows: Row[] }[] = []
  for (const result of results) runs.push(JSON.parse(await readFile(result, 'utf8')) as { rows: Row[] })
  await writeFile(join(HERE, 'published.json'), `${JSON.stringify(runs, null, 2)}\n`)
  const rows = runs.flatMap((run) => run.rows)
  const figures = join(HERE, 'figures')
  await mkdir(figures, { recursive: true })
  await draw(rows, figures, '')
}

async function draw(rows: readonly Row[], folder: string, prefix: string): Promise<void> {
  for (const [name, svg] of Object.entries(figuresOf(rows)))
    await writeFile(join(folder, `${prefix}${name}.svg`), svg)
}
