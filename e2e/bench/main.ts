import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { output, run } from '../kind/cluster/process.ts'
import { farOff, type Row, verdictOf } from './measure/claim.ts'
import { plan } from './plan.ts'
import { readSettings } from './settings.ts'
import { tableOf } from './table.ts'

/*
 * `make bench` and `make bench-smoke`: how fast the service is against the limits of the machine and against a naive twin.
 *
 *   BENCH_ONLY=P1,P2     only these scenarios
 *   BENCH_ON=kind|demo   only on a kind cluster, or on the demo cluster
 *   BENCH_ROUNDS, BENCH_SECONDS   rounds of a comparison (7) and the length of each (5)
 *   BENCH_KEEP=1         leaves the kind cluster, with its data, for the next run
 *   BENCH_NAME           of the results: e2e/bench/results/NAME.json
 *   KIND_NODE_IMAGE      another image for the node of the kind cluster
 */
const root = join(import.meta.dirname, '..', '..')
const smoke = process.argv.includes('--smoke')
const settings = readSettings(process.env, smoke, new Date())
const folder = await mkdtemp(join(tmpdir(), 'cluster-inspector-bench-'))
const undo: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
const rows: Row[] = []

process.once('SIGINT', () => void leave().finally(() => process.exit(130)))
process.once('SIGTERM', () => void leave().finally(() => process.exit(143)))

try {
  await need('taskset', '--version')
  await need('wrk', '-v')
  await output('tsc', ['-p', 'tsconfig.build.json'], { cwd: root })
  await output('cp', ['-r', 'server/http/docs', 'dist/http/'], { cwd: root })
  for await (const row of plan({ settings, folder, undo })) {
    rows.push(row)
    console.error(`${row.id} ${row.on}, ${row.scenario}: ${verdictOf(row)}`)
  }
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
await leave()
await report()
process.exit()

async function report(): Promise<void> {
  console.log(tableOf(rows))
  const results = join(import.meta.dirname, 'results')
  await mkdir(results, { recursive: true })
  const file = join(results, `${smoke ? 'smoke' : settings.name}.json`)
  const rounds = { rounds: settings.rounds, seconds: settings.seconds }
  await writeFile(file, `${JSON.stringify({ date: new Date().toISOString(), ...rounds, rows }, null, 2)}\n`)
  const lost = rows.filter((row) => row.claims.some(farOff) || row.wrong !== undefined)
  if (smoke && (lost.length > 0 || rows.length === 0)) {
    process.exitCode = 1
    for (const { id, scenario } of lost) console.log(`${id} ${scenario}: below half its target, or wrong`)
  }
}

async function need(command: string, ...args: string[]): Promise<void> {
  await run(command, args)
}

/** Undoes what was made, the last first. */
async function leave(): Promise<void> {
  for (const step of undo.splice(0).reverse())
    await step().catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
}
