import { join } from 'node:path'
import type { BenchCluster } from '../cluster.ts'
import { namespaceOf } from '../data/shape.ts'
import { ask } from '../measure/ask.ts'
import type { Row } from '../measure/claim.ts'
import { between, mark } from '../measure/marker.ts'
import { idle, memoryOf } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop } from '../measure/wrk.ts'
import type { Settings } from '../settings.ts'
import { type RunningService, startService, synced } from '../subject.ts'
import { mebibytes, millis, perSecond } from '../units.ts'

const CONNECTIONS = 16
/** The highest cost of features that are not configured. */
const MAX_COST = 1.05

/** The figures of one start of the service. */
interface Start {
  /** Milliseconds until its caches are filled. */
  start: number
  /** Requests per second for the Pods of a namespace. */
  perSecond: number
  /** Memory in MiB after them. */
  memory: number
  /** Status of a route of one of the features. */
  status: number
}

/**
 * P25: settings, notifications, repository host, its sign-in and AI built in and not configured, compared with the
 * service without them (processes/without-features.ts).
 */
export async function unusedFeatures(cluster: BenchCluster, settings: Settings): Promise<Row> {
  const row = { id: 'P25', scenario: 'features that are not configured', on: cluster.name }
  const without = ['--import', join(import.meta.dirname, '..', 'processes', 'without-features.ts')]
  const group = (flags: readonly string[]) => async (): Promise<Start> => {
    await idle(cluster.pids)
    const service = await startService(cluster, { flags })
    try {
      return await measured(service, cluster, settings.seconds)
    } finally {
      await service.end()
    }
  }
  const groups = { without: group(without), with: group([]) }
  const warm = { without: await groups.without(), with: await groups.with() }
  if (warm.without.status !== 404 || warm.with.status === 404)
    return { ...row, value: '-', limit: '-', claims: [], wrong: 'the reference has the features too' }
  const rounds = await interleave(groups, (round) => round.without.perSecond, settings)
  const ratio = (figure: keyof Start) =>
    estimate(rounds.map((round) => round.with[figure] / round.without[figure]))
  const figures = (of: 'with' | 'without'): string => {
    const middle = (figure: keyof Start): number => median(rounds.map((round) => round[of][figure]))
    return `${millis(middle('start'))}, ${mebibytes(middle('memory'))}, ${perSecond(middle('perSecond'))}`
  }
  return {
    ...row,
    value: figures('with'),
    limit: `without ${figures('without')}`,
    claims: [
      { what: 'of the start', figure: ratio('start'), target: { atMost: MAX_COST } },
      { what: 'of the memory', figure: ratio('memory'), target: { atMost: MAX_COST } },
      { what: 'of P1', figure: ratio('perSecond'), target: { atLeast: 1 / MAX_COST } },
    ],
  }
}

async function measured(service: RunningService, cluster: BenchCluster, seconds: number): Promise<Start> {
  await synced(service)
  const start = between(service.startedAt, mark())
  const url = `${service.origin}/api/pods?namespace=${namespaceOf(0)}`
  await closedLoop({ url, connections: CONNECTIONS, seconds: 1 })
  await idle(cluster.pids)
  const { perSecond: rate } = await closedLoop({ url, connections: CONNECTIONS, seconds })
  const { pss: memory } = memoryOf(service.pid)
  const { status } = await ask(`${service.origin}/api/notifications`)
  return { start, perSecond: rate, memory, status }
}
