import type { BenchCluster } from '../cluster.ts'
import { ask } from '../measure/ask.ts'
import type { Row } from '../measure/claim.ts'
import { failuresOf } from '../measure/open-loop.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import type { Settings } from '../settings.ts'
import { startService, startStatic, type StaticServer, synced } from '../subject.ts'
import { Upstream } from '../upstream.ts'
import { count, millis } from '../units.ts'
import { goesOf, READS_PER_SECOND, readUnder, startReaders, usualPods } from './reading-under-churn.ts'

const PODS = '/api/v1/pods'

/**
 * The machine's own share of P9: raw node:http that reads the same watch, discards the events, and responds
 * with the same bytes as the service. The service does not run meanwhile.
 */
export async function* churnLimit(cluster: BenchCluster, settings: Settings): AsyncGenerator<Row> {
  const raw = await startRaw(cluster)
  const readers = await startReaders(cluster, settings)
  const goes = goesOf(settings)
  const plan = { url: raw.origin, reads: READS_PER_SECOND, seconds: goes.seconds }
  const group = (perSecond: number) => async () => {
    await raw.follow(cluster.access, await fromNow(cluster))
    const read = await readUnder({ cluster, readers }, { ...plan, perSecond })
    return { ...read, ...(await raw.followed()) }
  }
  await cluster.giveWay(true)
  for (const perSecond of cluster.churnRates) {
    const groups = { quiet: group(0), busy: group(perSecond) }
    const rounds = await interleave(groups, ({ quiet }) => quiet.p99, goes)
    const ratio = estimate(rounds.map(({ busy, quiet }) => busy.p99 / quiet.p99))
    const nothing = rounds.filter(({ busy }) => busy.bytes === 0)
    const why = nothing.find(({ busy }) => busy.ended !== undefined)?.busy.ended
    const wrong = [
      failuresOf(rounds.flatMap(({ quiet, busy }) => [quiet, busy])) ?? '',
      nothing.length > 0 ? `nothing came of the watch in ${nothing.length} of ${rounds.length} rounds` : '',
      why ?? '',
    ].filter((one) => one !== '')
    yield {
      id: 'P9',
      on: cluster.name,
      scenario: `raw node:http that reads ${perSecond} Pod updates/s and throws them away`,
      value: `p99 ${millis(median(rounds.map(({ busy }) => busy.p99)))}, ${count(ratio.median)} [${count(ratio.low)}, ${count(ratio.high)}] of quiet`,
      limit: `p99 ${millis(median(rounds.map(({ quiet }) => quiet.p99)))}`,
      claims: [],
      ...(wrong.length > 0 ? { wrong: wrong.join('; ') } : {}),
    }
  }
  await cluster.giveWay(false)
  await readers.end()
  await raw.end()
}

async function startRaw(cluster: BenchCluster): Promise<StaticServer> {
  const service = await startService(cluster)
  await synced(service)
  const answer = await ask(usualPods(service.origin, cluster.shape))
  await service.end()
  const raw = await startStatic()
  await raw.give(answer)
  return raw
}

/**
 * Starts a new watch from the current version in every round. The API server closes a watch as too slow if it
 * begins with every Pod or if its reader lags.
 */
async function fromNow({ access }: BenchCluster): Promise<string> {
  const upstream = new Upstream(access)
  const { body } = await upstream.call('GET', `${PODS}?limit=1`)
  await upstream.close()
  const { resourceVersion } = (body as { metadata: { resourceVersion: string } }).metadata
  return `${PODS}?watch=true&allowWatchBookmarks=true&resourceVersion=${resourceVersion}`
}
