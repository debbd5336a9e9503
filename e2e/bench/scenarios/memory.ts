import { setTimeout as pause } from 'node:timers/promises'
import type { BenchCluster } from '../cluster.ts'
import { placeOf } from '../data/pods.ts'
import { deploymentName, namespaceOf, nodeName } from '../data/shape.ts'
import type { Row } from '../measure/claim.ts'
import { memoryOf } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop } from '../measure/wrk.ts'
import type { Settings } from '../settings.ts'
import { startEmpty, startService, type Subject, synced } from '../subject.ts'
import { mebibytes } from '../units.ts'

const REST_MS = 10_000
/** MiB that the state of a cluster may add to the memory of the dependencies, by number of Pods. */
const ADDED_MIB: Readonly<Record<number, number>> = { 10_000: 40, 100_000: 180 }

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
  const rested = async (subject: Subject, asked: readonly string[]): Promise<number> => {
    for (const path of asked) await closedLoop({ url: subject.origin + path, connections: 4, seconds: 1 })
    await pause(REST_MS)
    const { pss } = memoryOf(subject.pid)
    await subject.end()
    return pss
  }
  const lanes = {
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
  const rounds = await interleave(lanes, ({ limit }) => limit, settings)
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
