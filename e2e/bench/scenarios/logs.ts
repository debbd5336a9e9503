import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchCluster } from '../cluster.ts'
import { placeOf } from '../data/pods.ts'
import { Child } from '../measure/child.ts'
import type { Row } from '../measure/claim.ts'
import { exactly } from '../measure/claim.ts'
import { memoryOf } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { LOAD_CORE } from '../measure/wrk.ts'
import { TALKERS } from '../processes/demo-switches.ts'
import type { LogTask } from '../processes/logs.ts'
import type { Settings } from '../settings.ts'
import type { RunningService } from '../subject.ts'
import { count, millis } from '../units.ts'

const TAILS = 100
const FOLLOWERS = 200

interface LogOf {
  namespace: string
  name: string
  container: string
}

function start(): Promise<Child> {
  return Child.start(join(import.meta.dirname, '..', 'processes', 'logs.ts'), { core: LOAD_CORE })
}

function throughService(
  { origin }: RunningService,
  { namespace, name, container }: LogOf,
  query: string,
): LogTask {
  const url = `${origin}/api/pods/${name}/logs?namespace=${namespace}&container=${container}&${query}`
  return { url, tls: {}, headers: {} }
}

/** L5: the same log directly from the API server. */
function straight({ access }: BenchCluster, { namespace, name, container }: LogOf, query: string): LogTask {
  const url = `${access.url}/api/v1/namespaces/${namespace}/pods/${name}/log?container=${container}&${query}`
  return { url, tls: access.tls, headers: access.headers }
}

/** P14: the first byte of a log's last hundred lines. */
export async function logTail(
  cluster: BenchCluster,
  service: RunningService,
  settings: Settings,
): Promise<Row> {
  const child = await start()
  const group = (task: LogTask) => () => child.ask<number>('firstByte', { ...task, times: TAILS })
  const groups = {
    limit: group(straight(cluster, cluster.loggingPod, 'tailLines=100')),
    service: group(throughService(service, cluster.loggingPod, 'tail=100')),
  }
  for (const warm of Object.values(groups)) await warm()
  const rounds = await interleave(groups, ({ limit }) => limit, { rounds: settings.rounds })
  await child.end()
  return {
    id: 'P14',
    scenario: 'log tail of 100 lines, first byte',
    on: cluster.name,
    value: millis(median(rounds.map(({ service }) => service))),
    limit: `L5 ${millis(median(rounds.map(({ limit }) => limit)))}`,
    claims: [
      {
        what: 'ms above L5 (p50)',
        figure: estimate(rounds.map(({ limit, service }) => service - limit)),
        target: { atMost: 1 },
      },
    ],
  }
}

/** P15: one follower of a log that always has more data, and the cost of 200 slow followers. */
export async function logFollow(
  cluster: BenchCluster,
  service: RunningService,
  settings: Settings,
): Promise<Row> {
  const child = await start()
  const ofPod = (index: number): LogOf => ({ ...placeOf(cluster.shape, index), container: 'app' })
  const group = (task: LogTask) => () =>
    child.ask<number>('throughput', { ...task, seconds: settings.seconds })
  const groups = {
    limit: group(straight(cluster, ofPod(TALKERS.fast), 'follow=true')),
    service: group(throughService(service, ofPod(TALKERS.fast), 'follow=true')),
  }
  for (const warm of Object.values(groups)) await warm()
  const rounds = await interleave(groups, ({ limit }) => limit, { rounds: settings.rounds })
  const growth: number[] = []
  let alive = FOLLOWERS
  for (let go = 0; go < Math.min(settings.rounds, 3); go++) {
    await pause(2000)
    const before = memoryOf(service.pid).pss
    const task = throughService(service, ofPod(TALKERS.slow), 'follow=true')
    await child.ask('follow', { ...task, times: FOLLOWERS })
    growth.push(((memoryOf(service.pid).pss - before) * 1024) / FOLLOWERS)
    alive = Math.min(alive, await child.ask<number>('leave'))
  }
  await child.end()
  return {
    id: 'P15',
    scenario: `log follow: one fast, ${FOLLOWERS} slow`,
    on: cluster.name,
    value: `${count(median(rounds.map(({ service }) => service)))} MiB/s, ${count(median(growth))} KiB a stream`,
    limit: `L5 ${count(median(rounds.map(({ limit }) => limit)))} MiB/s`,
    claims: [
      {
        what: 'of L5',
        figure: estimate(rounds.map(({ limit, service }) => service / limit)),
        target: { atLeast: 0.35 },
      },
      { what: 'KiB a stream', figure: estimate(growth), target: { atMost: 64 } },
      { what: 'streams alive', figure: exactly(alive), target: { atLeast: FOLLOWERS } },
    ],
  }
}
