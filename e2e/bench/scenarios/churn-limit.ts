import type { BenchCluster } from '../cluster.ts'
import { namespaceOf } from '../data/shape.ts'
import { ask } from '../measure/ask.ts'
import type { Row } from '../measure/claim.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import type { Settings } from '../settings.ts'
import { startLoad } from '../stage.ts'
import { startService, startStatic, type StaticServer, synced } from '../subject.ts'
import { count, millis } from '../units.ts'
import { readUnder, READS_PER_SECOND, roundsOf } from './churn.ts'

/**
 * What the machine itself takes of P9: raw node:http that reads the same watch, throws away what comes, and answers the bytes
 * that the service answers. The service does not run meanwhile.
 */
export async function* churnLimit(cluster: BenchCluster, settings: Settings): AsyncGenerator<Row> {
  const raw = await startRaw(cluster)
  const load = await startLoad()
  const lane = (perSecond: number) => async () => {
    const before = await raw.followed()
    const found = await readUnder(cluster, { perSecond, seconds: settings.seconds }, () =>
      load.ask('openLoop', {
        urls: [raw.origin],
        perSecond: READS_PER_SECOND,
        seconds: settings.seconds,
        connections: 64,
        yielding: true,
      }),
    )
    return { ...found, followed: (await raw.followed()) - before }
  }
  await cluster.giveWay?.(true)
  for (const perSecond of cluster.churnRates) {
    const lanes = { quiet: lane(0), busy: lane(perSecond) }
    const rounds = await interleave(lanes, ({ quiet }) => quiet.p99, roundsOf(settings))
    const ratio = estimate(rounds.map(({ busy, quiet }) => busy.p99 / quiet.p99))
    const wrong = rounds.some(({ busy }) => busy.followed === 0)
    yield {
      id: 'P9',
      on: cluster.name,
      scenario: `raw node:http that reads ${perSecond} Pod updates/s and throws them away`,
      value: `p99 ${millis(median(rounds.map(({ busy }) => busy.p99)))}, ${count(ratio.median)} [${count(ratio.low)}, ${count(ratio.high)}] of quiet`,
      limit: `p99 ${millis(median(rounds.map(({ quiet }) => quiet.p99)))}`,
      claims: [],
      ...(wrong ? { wrong: 'nothing came of the watch' } : {}),
    }
  }
  await cluster.giveWay?.(false)
  await load.end()
  await raw.end()
}

async function startRaw(cluster: BenchCluster): Promise<StaticServer> {
  const service = await startService(cluster)
  await synced(service)
  const namespace = namespaceOf(1 % cluster.shape.namespaces)
  const answer = await ask(`${service.origin}/api/pods?namespace=${namespace}`)
  await service.end()
  const raw = await startStatic()
  await raw.give(answer)
  await raw.follow(cluster.access, '/api/v1/pods?watch=true&allowWatchBookmarks=true')
  return raw
}
