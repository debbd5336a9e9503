import { BREAKAGES } from './breakages.ts'
import type { Outcome } from './outcome.ts'
import { Random } from './random.ts'
import { run, type RunOptions } from './run.ts'
import { demoStage } from './stage-demo.ts'
import { kindStage } from './stage-kind.ts'

/*
 * `make oracle`: compares the service's responses with the cluster, using independent code, under churn and
 * faults. The first runs manipulate the service's input, and the oracle has to detect that; then the real run
 * follows. Environment variables:
 *
 * - ORACLE_ON: demo or kind; both by default
 * - ORACLE_MINUTES: duration of each real run (10)
 * - ORACLE_SEED: repeats the random choices of an earlier run
 */
const STAGES = { demo: demoStage, kind: kindStage } as const
const BROKEN_MINUTES = 0.5
/** Number of manipulations that are tried on each kind of cluster: creating a real cluster takes long. */
const BROKEN_RUNS = { demo: Infinity, kind: 1 } as const

const { ORACLE_ON: on, ORACLE_MINUTES: minutes = '10', ORACLE_SEED: given } = process.env
const seed = given === undefined ? Date.now() % 2 ** 32 : Number(given)
const names: (keyof typeof STAGES)[] = on === undefined ? ['demo', 'kind'] : [on === 'kind' ? 'kind' : 'demo']
let good = true
for (const name of names) {
  console.log(`oracle on ${name}, seed ${seed}`)
  for (const [what, tamper] of Object.entries(BREAKAGES).slice(0, BROKEN_RUNS[name])) {
    const found = await attempt(name, { minutes: BROKEN_MINUTES, broken: tamper() })
    const [first] = found.divergences
    const skipped = first === undefined && found.streams.missing && tamper().frames !== undefined
    const verdict = skipped ? 'SKIPPED, there is no /api/stream' : first === undefined ? 'NOT FOUND' : 'found'
    console.log(`broken: a service that ${what}: ${verdict}`)
    if (first !== undefined) console.log(`    ${first.where}\n      ${first.what}`)
    else if (!skipped) good = false
  }
  const outcome = await attempt(name, { minutes: Number(minutes) })
  console.log([`${name}, ${minutes} minutes, seed ${seed}:`, ...outcome.lines()].join('\n'))
  if (!outcome.good) good = false
}
console.log(good ? 'oracle: nothing diverged' : 'oracle: FAILED')
process.exit(good ? 0 : 1)

async function attempt(name: keyof typeof STAGES, options: RunOptions): Promise<Outcome> {
  const random = new Random(seed)
  const stage = await STAGES[name](random)
  const leave = (): void => void stage.close().finally(() => process.exit(130))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  try {
    return await run(stage, random, options)
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave)
    await stage.close()
  }
}
