import type { BenchCluster } from '../cluster.ts'
import { namespaceOf } from '../data/shape.ts'
import type { Row } from '../measure/claim.ts'
import { between, mark } from '../measure/marker.ts'
import { failuresOf, type OpenResult } from '../measure/open-loop.ts'
import { idle } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import type { Settings } from '../settings.ts'
import { startLoad } from '../stage.ts'
import { listening, startService, synced } from '../subject.ts'
import { millis } from '../units.ts'

/**
 * Requests per second of the callers of a busy service, sent while it replaces a service with filled caches.
 */
const READS_PER_SECOND = 500
const CONNECTIONS = 64
const SECONDS = 10
/**
 * The largest acceptable ratio of the times. Requests slow down the fill; beyond this they could prevent the
 * service from ever serving them from its caches.
 */
const AT_MOST = 2

interface Come extends Pick<OpenResult, 'failed' | 'failures' | 'p99'> {
  milliseconds: number
}

/**
 * P10 under load: the time until all caches are synced while requests arrive, compared with the time without
 * requests.
 */
export async function filling(cluster: BenchCluster, { rounds }: Settings): Promise<Row> {
  const load = await startLoad()
  const { pods, namespaces } = cluster.shape
  const paths = Array.from({ length: namespaces }, (_, index) => `/api/pods?namespace=${namespaceOf(index)}`)
  const come = async (perSecond: number): Promise<Come> => {
    await idle(cluster.pids)
    const service = await startService(cluster)
    await listening(service)
    const from = mark()
    const whole = synced(service).then(() => between(from, mark()))
    const urls = paths.map((path) => service.origin + path)
    const plan = { urls, perSecond, seconds: SECONDS, connections: CONNECTIONS, yielding: true }
    const reads = perSecond === 0 ? { failed: 0, failures: [], p99: 0 } : await load.openLoop(plan)
    const milliseconds = await whole
    await service.end()
    return { ...reads, milliseconds }
  }
  const groups = { alone: () => come(0), asked: () => come(READS_PER_SECOND) }
  const found = await interleave(groups, ({ alone }) => alone.milliseconds, { rounds })
  await load.end()
  const asked = found.map((round) => round.asked)
  const wrong = failuresOf(asked)
  return {
    id: 'P10',
    scenario: `listening to synced under ${READS_PER_SECOND} reads/s of ${namespaces} namespaces, ${pods} Pods`,
    on: cluster.name,
    ...(wrong === undefined ? {} : { wrong }),
    value: millis(median(asked.map(({ milliseconds }) => milliseconds))),
    limit: `alone ${millis(median(found.map(({ alone }) => alone.milliseconds)))}`,
    claims: [
      {
        what: 'x alone',
        figure: estimate(found.map(({ alone, asked }) => asked.milliseconds / alone.milliseconds)),
        target: { atMost: AT_MOST },
      },
    ],
    also: { readsP99: millis(median(asked.map(({ p99 }) => p99))) },
  }
}
