import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { figuresOf } from './draw/figures.ts'
import { farOff, type Row } from './measure/claim.ts'
import type { Settings } from './settings.ts'
import { tableOf } from './table.ts'

const HERE = import.meta.dirname
const PUBLISHED = join(HERE, 'published.json')

/** Writes what was measured to a file of this run, prints the table, and answers whether a smoke run may pass. */
export async function report(rows: readonly Row[], settings: Settings): Promise<boolean> {
  console.log(tableOf(rows))
  const { rounds, seconds, smoke, name } = settings
  const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version }
  const text = `${JSON.stringify({ date: new Date().toISOString(), machine, rounds, seconds, rows }, null, 2)}\n`
  await mkdir(join(HERE, 'results'), { recursive: true })
  await writeFile(join(HERE, 'results', `${smoke ? 'smoke' : name}.json`), text)
  const lost = rows.filter((row) => row.claims.some(farOff) || row.wrong !== undefined)
  if (smoke)
    for (const { id, scenario } of lost) console.log(`${id} ${scenario}: below half its target, or wrong`)
  return rows.length > 0 && lost.length === 0
}

/** Publishes a result: what the README's figures are drawn from, and the figures. */
export async function publish(result: string): Promise<void> {
  await writeFile(PUBLISHED, await readFile(result))
  await draw()
}

/** Draws the figures of the published result anew. */
async function draw(): Promise<void> {
  const { rows } = JSON.parse(await readFile(PUBLISHED, 'utf8')) as { rows: Row[] }
  await mkdir(join(HERE, 'figures'), { recursive: true })
  for (const [name, svg] of Object.entries(figuresOf(rows)))
    await writeFile(join(HERE, 'figures', `${name}.svg`), svg)
}
