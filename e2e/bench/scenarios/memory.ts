import { setTimeout as pause } from 'node:timers/promises'
import type { BenchCluster } from '../cluster.ts'
import { listedFixtures } from '../../kinds/register.ts'
import { until } from '../../support/until.ts'
import { placeOf } from '../data/pods.ts'
import { deploymentName, namespaceOf, nodeName } from '../data/shape.ts'
import { ask } from '../measure/ask.ts'
import type { Row } from '../measure/claim.ts'
import { memoryOf } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop } from '../measure/wrk.ts'
import type { Settings } from '../settings.ts'
import { startEmpty, startService, type Subject, synced } from '../subject.ts'
import { mebibytes } from '../units.ts'

const REST_MS = 10_000
/** Node.js gives memory back in steps while a process is idle. */
const LONG_REST_MS = 60_000
/** MiB of the service with every kind watched. */
const ALL_KINDS_MIB = 200
/** MiB that the state of a cluster may add to the memory of the dependencies, by number of Pods. */
const ADDED_MIB: Readonly<Record<number, number>> = { 10_000: 60, 100_000: 240 }

/** P11: memory with every kind watched, after all lists and the routes that read all kinds. */
export async function memoryOfAllKinds(cluster: BenchCluster, settings: Settings): Promise<Row> {
  const figures: number[] = []
  for (let round = 0; round < settings.rounds; round++) {
    const service = await startService(cluster)
    await synced(service)
    await readAllKinds(service)
    const paths = ['/api/dashboard/summary', '/api/diagnosis', '/api/search?q=nothing']
    figures.push(await rested(service, paths, LONG_REST_MS))
  }
  return {
    id: 'P11',
    scenario: `steady memory, all kinds, ${cluster.shape.pods} Pods`,
    on: cluster.name,
    value: mebibytes(median(figures)),
    limit: '-',
    claims: [{ what: 'MiB', figure: estimate(figures), target: { atMost: ALL_KINDS_MIB } }],
  }
}

/** Reads the list of every kind, until the service watches it. */
export async function readAllKinds({ origin }: Subject): Promise<void> {
  for (const fixture of listedFixtures) {
    const url = origin + fixture.cachedRead({ namespace: namespaceOf(0), name: 'none' })
    await until(`the list of ${fixture.plural}`, async () => (await ask(url)).status === 200 || undefined)
  }
}

/** Sends some requests, rests, ends the process, and returns its memory in MiB. */
async function rested(subject: Subject, paths: readonly string[], restMs = REST_MS): Promise<number> {
  for (const path of paths) await closedLoop({ url: subject.origin + path, connections: 4, seconds: 1 })
  await pause(restMs)
  const { pss } = memoryOf(subject.pid)
  await subject.end()
  return pss
}

/** P11: memory with filled caches after all kinds of responses, compared with the dependencies alone (L4). */
export async function memory(cluster: BenchCluster, settings: Settings): Promise<Row> {
  const { namespace, name } = placeOf(cluster.shape, 0)
  const here = `namespace=${namespaceOf(0)}`
  const paths = [
    `/api/pods?${here}`,
    '/api/pods',
    '/api/nodes',
    `/api/deployments?${here}`,
    `/api/deployments/${deploymentName(0)}/pods?${here}`,
    `/api/pods/${name}/events?namespace=${namespace}`,
    `/api/nodes/${nodeName(0)}`,
  ]
  const groups = {
    limit: async () =>
      rested(
        await startEmpty(),
        paths.map(() => '/'),
      ),
    service: async () => {
      const service = await startService(cluster)
      await synced(service)
      return rested(service, paths)
    },
  }
  const rounds = await interleave(groups, ({ limit }) => limit, settings)
  const most = ADDED_MIB[cluster.shape.pods]
  return {
    id: 'P11',
    scenario: `steady memory, ${cluster.shape.pods} Pods`,
    on: cluster.name,
    value: mebibytes(median(rounds.map(({ service }) => service))),
    limit: `L4 ${mebibytes(median(rounds.map(({ limit }) => limit)))}`,
    claims:
      most === undefined
        ? []
        : [
            {
              what: 'MiB above L4',
              figure: estimate(rounds.map(({ service, limit }) => service - limit)),
              target: { atMost: most },
            },
          ],
    ...(most === undefined ? { absent: 'no target for as many Pods; the figure is for comparison' } : {}),
  }
}
