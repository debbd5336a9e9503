import { join } from 'node:path'
import type { BenchCluster } from '../cluster.ts'
import { Child } from '../measure/child.ts'
import type { Row } from '../measure/claim.ts'
import { exposition } from '../../support/exposition.ts'
import { idle, memoryOf } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { LOAD_CORE } from '../measure/wrk.ts'
import type { ListsRead } from '../processes/lists.ts'
import type { Startup } from '../processes/probe.ts'
import type { Settings } from '../settings.ts'
import { startService } from '../subject.ts'
import { mebibytes, millis } from '../units.ts'

/** The watches that the service starts with. */
const FOLLOWED = ['/api/v1/pods', '/apis/apps/v1/deployments', '/api/v1/nodes', '/api/v1/events']
const SERVICE_CORE = 0
/** The period of the timer in Node.js's event loop histogram. A loop without any delay shows this value. */
const LAG_PERIOD_MS = 10
const PEAK_MIB: Readonly<Record<number, number>> = { 10_000: 140 }

interface Come {
  milliseconds: number
  peak: number
  delayP99: number
  delayMax: number
  /** The event loop delay that the service reports. */
  lagP99: number
  lagMax: number
  listening: number
}

const NOTHING = { peak: 0, delayP99: 0, delayMax: 0, lagP99: 0, lagMax: 0, listening: 0 }

/**
 * P10: the time from the start of the process to synced caches, compared with reading and parsing the same
 * lists.
 */
export async function sync(cluster: BenchCluster, settings: Settings): Promise<Row> {
  const script = (name: string): string => join(import.meta.dirname, '..', 'processes', `${name}.ts`)
  const limit = async (): Promise<Come> => {
    await idle(cluster.pids)
    const child = await Child.start(script('lists'), { core: SERVICE_CORE })
    const { readMs, parseMs } = await child.ask<ListsRead>('read', {
      access: cluster.access,
      paths: FOLLOWED,
    })
    await child.end()
    return { milliseconds: readMs + parseMs, ...NOTHING }
  }
  const service = async (): Promise<Come> => {
    await idle(cluster.pids)
    const probe = await Child.start(script('probe'), { core: LOAD_CORE })
    const started = await startService(cluster)
    const { operations, startedAt } = started
    const found = await probe.ask<Startup>('follow', { operations, startedAt })
    const { peak } = memoryOf(started.pid)
    const own = await exposition(operations)
    const lag = (part: string): number =>
      Math.max(0, own.sum(`nodejs_eventloop_lag_${part}_seconds`) * 1000 - LAG_PERIOD_MS)
    await started.end()
    await probe.end()
    return {
      milliseconds: found.synced,
      peak,
      delayP99: found.delayP99,
      delayMax: found.delayMax,
      lagP99: lag('p99'),
      lagMax: lag('max'),
      listening: found.listening,
    }
  }
  const rounds = await interleave({ limit, service }, ({ limit }) => limit.milliseconds, {
    rounds: settings.rounds,
  })
  const ours = rounds.map((round) => round.service)
  const most = PEAK_MIB[cluster.shape.pods]
  return {
    id: 'P10',
    scenario: `start to synced, ${cluster.shape.pods} Pods`,
    on: cluster.name,
    value: millis(median(ours.map(({ milliseconds }) => milliseconds))),
    limit: `L2+L3 ${millis(median(rounds.map(({ limit }) => limit.milliseconds)))}`,
    claims: [
      {
        what: 'x (L2+L3)',
        figure: estimate(rounds.map(({ limit, service }) => service.milliseconds / limit.milliseconds)),
        target: { atMost: 1.3 },
      },
      {
        what: 'ms loop delay p99',
        figure: estimate(ours.map(({ lagP99 }) => lagP99)),
        target: { atMost: 20 },
      },
      ...(most === undefined
        ? []
        : [
            { what: 'MiB at most', figure: estimate(ours.map(({ peak }) => peak)), target: { atMost: most } },
          ]),
    ],
    also: {
      listening: millis(median(ours.map(({ listening }) => listening))),
      // A caller's view: the smallest request, sent every 2 ms since the service listens.
      smallestAnswerP99: millis(median(ours.map(({ delayP99 }) => delayP99))),
      smallestAnswerMax: millis(median(ours.map(({ delayMax }) => delayMax))),
      ownLagP99: millis(median(ours.map(({ lagP99 }) => lagP99))),
      ownLagMax: millis(median(ours.map(({ lagMax }) => lagMax))),
      peak: mebibytes(median(ours.map(({ peak }) => peak))),
    },
  }
}
