import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { output, run } from '../cluster/environment/process.ts'
import { type Row, verdictOf } from './measure/claim.ts'
import { clearCore } from './measure/cleared-core.ts'
import { LOAD_CORE } from './measure/wrk.ts'
import { plan } from './plan.ts'
import { publish, report } from './report.ts'
import { readSettings } from './settings.ts'
import { SERVICE_CORE } from './subject.ts'

/*
 * `make bench` and `make bench-smoke`: compare the service's speed with the limits of the machine and with a
 * naive twin. Environment variables:
 *
 * - BENCH_ONLY=P1,kind:P2: runs only these scenarios, on every cluster or on this one (kind, demo, live, small, full,
 * large)
 * - BENCH_ON=kind|demo: runs only on a kind cluster, or only on the demo cluster
 * - BENCH_ROUNDS, BENCH_SECONDS: rounds of a comparison (7), and seconds of each (5)
 * - BENCH_KEEP=1: keeps the kind cluster and its data for the next run
 * - BENCH_ALONE=1: as root, moves kernel threads and container runtimes off the service's core. Readers on
 * that core while Pods are updated (P9 on kind) get priority over the service, as readers otherwise get
 * priority over the cluster on theirs. Reads of P9 that something else disturbed are left out and counted.
 * - BENCH_BEFORE=FOLDER,FOLDER: also measures P1 to P5, P16 and P22 on earlier checkouts with their builds in
 * dist/, in the same rounds
 * - BENCH_NAME: name of the results, e2e/bench/results/NAME.json
 * - BENCH_PUBLISH=FILE,FILE: measures nothing; publishes these results and draws the README's figures from them
 * - KIND_NODE_IMAGE: another image for the kind cluster's node
 */
const root = join(import.meta.dirname, '..', '..')
const smoke = process.argv.includes('--smoke')
const settings = readSettings(process.env, smoke, new Date())
const folder = await mkdtemp(join(tmpdir(), 'cluster-inspector-bench-'))
const undo: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
const rows: Row[] = []

process.once('SIGINT', () => void leave().finally(() => process.exit(130)))
process.once('SIGTERM', () => void leave().finally(() => process.exit(143)))

if (settings.publish.length === 0) await measure()
else await publish(settings.publish)
await leave()
process.exit()

async function measure(): Promise<void> {
  try {
    for (const [command, flag] of tools()) await run(command, [flag])
    await build()
    if (settings.alone) undo.push(await clearCore(SERVICE_CORE, LOAD_CORE))
    for await (const row of plan({ settings, folder, undo })) {
      rows.push(row)
      console.error(`${row.id} ${row.on}, ${row.scenario}: ${verdictOf(row)}`)
    }
  } catch (error) {
    process.exitCode = 1
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const good = await report(rows, settings)
  if (smoke && !good) process.exitCode = 1
}

/** The commands that must be on the PATH; the first missing one is reported. */
function tools(): [command: string, flag: string][] {
  const always: [string, string][] = [
    ['taskset', '--version'],
    ['wrk', '-v'],
  ]
  if (!settings.on.has('kind')) return always
  return [
    ...always,
    ['docker', '--version'],
    ['kind', '--version'],
    ['kubectl', '--help'],
    ['kwok', '--version'],
  ]
}

/** Builds the service as for the image, without the console: nothing here measures its page. */
async function build(): Promise<void> {
  await output('tsc', ['-p', 'tsconfig.build.json'], { cwd: root })
  await output('cp', ['-r', 'server/http/docs', 'dist/http/'], { cwd: root })
}

/** Runs the clean-up steps, the last first. */
async function leave(): Promise<void> {
  for (const step of undo.splice(0).reverse())
    await step().catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
}
