/** The settings of a run; each is an environment variable. */
export interface Settings {
  rounds: number
  seconds: number
  /** The largest deviation of the limit from its median with which a round counts. */
  drift: number
  /** The ids of the scenarios to run; empty for all. */
  only: ReadonlySet<string>
  on: ReadonlySet<'kind' | 'demo'>
  /** Keeps the kind cluster at the end. */
  keep: boolean
  smoke: boolean
  /** Keeps kernel threads off the core of the measurement. */
  alone: boolean
  /** Earlier checkouts with their builds in dist/, measured in the same rounds. */
  before: readonly string[]
  /** The name of the results file. */
  name: string
  /** Files with results to publish; if there are any, nothing is measured. */
  publish: readonly string[]
}

export function readSettings(env: NodeJS.ProcessEnv, smoke: boolean, now: Date): Settings {
  const listed = (text: string | undefined): string[] => (text ?? '').split(',').filter((one) => one !== '')
  const wanted = listed(env['BENCH_ON'])
  const on = new Set<'kind' | 'demo'>()
  if (!smoke && (wanted.length === 0 || wanted.includes('kind'))) on.add('kind')
  if (smoke || wanted.length === 0 || wanted.includes('demo')) on.add('demo')
  return {
    rounds: whole('BENCH_ROUNDS', env['BENCH_ROUNDS'], smoke ? 3 : 7),
    seconds: whole('BENCH_SECONDS', env['BENCH_SECONDS'], smoke ? 1 : 5),
    // With so few and short rounds, an outlier cannot be identified.
    drift: smoke ? 1 : 0.25,
    only: new Set(listed(env['BENCH_ONLY'])),
    on,
    keep: env['BENCH_KEEP'] === '1',
    smoke,
    alone: env['BENCH_ALONE'] === '1',
    publish: listed(env['BENCH_PUBLISH']),
    before: listed(env['BENCH_BEFORE']),
    name: env['BENCH_NAME'] ?? now.toISOString().slice(0, 16).replaceAll(':', ''),
  }
}

function whole(name: string, text: string | undefined, preset: number): number {
  if (text === undefined || text === '') return preset
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a whole number, not ${text}`)
}
