/** How a run is made; every setting is a variable of the environment. */
export interface Settings {
  rounds: number
  seconds: number
  /** How far the limit may be from its median for a round to count. */
  drift: number
  /** Only these scenarios, by id; empty for all. */
  only: ReadonlySet<string>
  on: ReadonlySet<'kind' | 'demo'>
  /** Leaves the kind cluster as it is at the end. */
  keep: boolean
  smoke: boolean
  /** Has the kernel's own threads off the core of what is measured meanwhile. */
  alone: boolean
  /** Of the results file. */
  name: string
  /** A results file that becomes the published one; nothing is measured then. */
  publish: string | undefined
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
    // So few and short rounds cannot say which of them is the odd one.
    drift: smoke ? 1 : 0.25,
    only: new Set(listed(env['BENCH_ONLY'])),
    on,
    keep: env['BENCH_KEEP'] === '1',
    smoke,
    alone: env['BENCH_ALONE'] === '1',
    publish: env['BENCH_PUBLISH'],
    name: env['BENCH_NAME'] ?? now.toISOString().slice(0, 16).replaceAll(':', ''),
  }
}

function whole(name: string, text: string | undefined, preset: number): number {
  if (text === undefined || text === '') return preset
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a whole number, not ${text}`)
}
