import { join } from 'node:path'
import type { BenchCluster } from '../cluster.ts'
import { Child } from '../measure/child.ts'
import { exactly, type Row } from '../measure/claim.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { LOAD_CORE } from '../measure/wrk.ts'
import type { ReadAfterRestart, RestartTask } from '../processes/restarts.ts'
import type { Settings } from '../settings.ts'
import type { RunningService } from '../subject.ts'
import { millis } from '../units.ts'

/** Restarts in one run of P12, each of another Deployment. */
const IN_A_ROW = 30
const WARM_UP = 20

function start(): Promise<Child> {
  const script = join(import.meta.dirname, '..', 'processes', 'restarts.ts')
  return Child.start(script, { core: LOAD_CORE })
}

const SMOKE_RESTARTS = 500

/** P12: a restart through the service compared with the PATCH it sends, each on one keep-alive connection. */
export async function restartRoundTrip(
  cluster: BenchCluster,
  service: RunningService,
  settings: Settings,
): Promise<Row> {
  const child = await start()
  let from = 0
  const group = (through: RestartTask['through']) => async (): Promise<number> => {
    const times = Math.min(IN_A_ROW, cluster.shape.deployments / 2)
    const task = { access: cluster.access, origin: service.origin, pods: cluster.shape.pods, times, through }
    const taken = await child.ask<number>('roundTrips', { ...task, from })
    from += times
    return taken
  }
  const groups = { limit: group('api server'), service: group('service') }
  // Warms up until V8 has compiled the code, because the first restart is not what is measured.
  for (let go = 0; go < WARM_UP; go++) for (const warm of Object.values(groups)) await warm()
  const rounds = await interleave(groups, ({ limit }) => limit, { rounds: settings.rounds })
  await child.end()
  return {
    id: 'P12',
    scenario: 'restart of a Deployment',
    on: cluster.name,
    value: millis(median(rounds.map(({ service }) => service))),
    limit: `L2 ${millis(median(rounds.map(({ limit }) => limit)))}`,
    claims: [
      {
        what: 'ms above L2 (p50)',
        figure: estimate(rounds.map(({ limit, service }) => service - limit)),
        target: { atMost: 1 },
      },
    ],
  }
}

/** P13: reads right after restarts include them, and do not wait long for that. */
export async function readYourWrites(
  cluster: BenchCluster,
  service: RunningService,
  settings: Settings,
): Promise<Row> {
  const child = await start()
  const times = settings.smoke ? SMOKE_RESTARTS : settings.seconds * 2000
  const { origin } = service
  const task: RestartTask = {
    access: cluster.access,
    origin,
    pods: cluster.shape.pods,
    times,
    through: 'service',
  }
  const found = await child.ask<ReadAfterRestart>('readYourWrites', task)
  await child.end()
  return {
    id: 'P13',
    scenario: `${found.checked} restarts, then reads`,
    on: cluster.name,
    value: `${found.violations} violations`,
    limit: `usual ${millis(found.usual)}`,
    claims: [
      { what: 'violations', figure: exactly(found.violations), target: { atMost: 0 } },
      // Other work on a CI machine affects latency, but not the number of violations.
      ...(settings.smoke
        ? []
        : [{ what: 'ms added p99', figure: exactly(found.readP99 - found.usual), target: { atMost: 20 } }]),
    ],
  }
}
