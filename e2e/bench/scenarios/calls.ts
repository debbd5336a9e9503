import type { BenchDemo } from '../demo-cluster.ts'
import type { BenchCluster } from '../cluster.ts'
import { deploymentName, namespaceOf } from '../data/shape.ts'
import { exactly, type Row } from '../measure/claim.ts'
import { exposition, upstreamCalls } from '../../support/exposition.ts'
import type { Load } from '../stage.ts'
import { listening, type RunningService, startService } from '../subject.ts'
import { count } from '../units.ts'

const READS = 1000

/** P21: the cost for the API server of 1,000 reads over ten seconds, if everything they show is watched. */
export async function callsPerRead(cluster: BenchCluster, service: RunningService, load: Load): Promise<Row> {
  const here = `namespace=${namespaceOf(0)}`
  // Each read needs another right: list or get of one kind, in one namespace or in all.
  const paths = [
    '/api/pods',
    '/api/nodes',
    `/api/pods?${here}`,
    `/api/deployments?${here}`,
    `/api/deployments/${deploymentName(0)}?${here}`,
  ]
  const before = upstreamCalls(await exposition(service.operations))
  const urls = paths.map((path) => service.origin + path)
  const found = await load.openLoop({
    urls,
    perSecond: READS / 10,
    seconds: 10,
    connections: 8,
  })
  const after = upstreamCalls(await exposition(service.operations))
  return {
    id: 'P21',
    scenario: `API server calls for ${READS} reads of ${paths.length} rights in 10 s`,
    on: cluster.name,
    value: `${after.reads - before.reads} reads, ${after.reviews - before.reviews} reviews`,
    limit: '-',
    claims: [
      { what: 'lists and gets', figure: exactly(after.reads - before.reads), target: { atMost: 0 } },
      {
        what: 'reviews a right',
        figure: exactly((after.reviews - before.reviews) / paths.length),
        target: { atMost: 2 },
      },
      { what: 'answers failed', figure: exactly(found.failed), target: { atMost: 0 } },
    ],
    also: { p99Ms: count(found.p99) },
  }
}

/** P18: 1,000 identical concurrent reads of a service without a cache cause one call to the API server. */
export async function coldReads(cluster: BenchDemo, load: Load): Promise<Row> {
  await cluster.hold()
  const service = await startService(cluster)
  await listening(service)
  await cluster.forget()
  const urls = [`${service.origin}/api/pods?namespace=${namespaceOf(0)}`]
  // All reads are sent well within the time for which the list is delayed.
  const plan = { urls, perSecond: READS / 0.5, seconds: 0.5, connections: READS }
  const found = await load.openLoop(plan)
  const { reads } = await cluster.counts()
  await service.end()
  await cluster.release()
  return {
    id: 'P18',
    scenario: `${READS} identical cold reads at once`,
    on: cluster.name,
    value: `${reads} upstream`,
    limit: '-',
    claims: [
      { what: 'upstream reads at least', figure: exactly(reads), target: { atLeast: 1 } },
      { what: 'upstream reads', figure: exactly(reads), target: { atMost: 1 } },
      { what: 'answers failed', figure: exactly(found.failed), target: { atMost: 0 } },
    ],
    also: { p99Ms: count(found.p99) },
  }
}
