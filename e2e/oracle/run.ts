import { setTimeout as pause } from 'node:timers/promises'
import { clusterRoutes as routes } from '../../server/app/routes.ts'
import { exposition } from '../support/exposition.ts'
import { Kube } from '../support/kube.ts'
import type { Breakage } from './breakages.ts'
import { until } from '../support/until.ts'
import { Churn } from './churn.ts'
import type { Fault } from './faults.ts'
import { Marks } from './marks.ts'
import { Outcome } from './outcome.ts'
import { compareAll } from './quiet-point.ts'
import type { Random } from './random.ts'
import { Recorder } from './recorder.ts'
import { resources } from '../kinds/register.ts'
import { readMetrics } from './service-metrics.ts'
import type { Stage } from './stage.ts'
import { StreamClients } from './stream-clients.ts'

export interface RunOptions {
  minutes: number
  /** The manipulation that has to make the run fail. */
  broken?: Breakage
}

/**
 * The shortest duration of a period of churn and its random addition, in milliseconds, and the most faults in
 * it.
 */
const LEAST_MS = 2000
const SPREAD_MS = 4000
const MOST_FAULTS = 3

/**
 * Repeats churn with faults and then a quiet point, at which everything is compared, until the time is over.
 */
export async function run(stage: Stage, random: Random, { minutes, broken }: RunOptions): Promise<Outcome> {
  const outcome = new Outcome()
  const kube = new Kube(stage.access)
  const recorders = resources.map((resource) => new Recorder(stage.access, resource))
  const churn = new Churn(kube, random.branch(), stage.perSecond)
  const marks = new Marks(kube)
  await marks.make()
  await churn.furnish()
  await until('the recorders to begin', () => (recorders.every(({ gaps }) => gaps > 0) ? true : undefined))
  const streams = new StreamClients(stage.api, recorders, random.branch(), broken?.frames)
  const point = {
    api: stage.api,
    kube,
    marks,
    recorders,
    streams,
    random: random.branch(),
    outcome,
    operations: stage.operations,
  }
  const end = performance.now() + minutes * 60_000
  stage.proxy.tamper = broken?.events
  const pointless = () => broken?.frames !== undefined && outcome.quietPoints > 0 && streams.missing
  const half = performance.now() + minutes * 30_000
  const possible = () =>
    broken === undefined ? stage.faults.filter(({ late }) => late !== true || performance.now() > half) : []
  // A run that has to fail is complete with the first difference.
  const enough = () => broken !== undefined && (outcome.divergences.length > 0 || pointless())
  try {
    while (performance.now() < end && !enough()) {
      churn.start()
      streams.leave()
      const counted = await exposition(stage.operations)
      const faults = await trouble(possible(), random, outcome)
      const extraMs = Math.max(0, ...faults.map(({ noticedWithinMs = 0 }) => noticedWithinMs))
      if (random.chance(0.3)) await churn.renew()
      await churn.stop()
      streams.stay()
      stage.proxy.lift()
      await stage.back()
      const since = { counted, faults: faults.map(({ name }) => name) }
      await compareAll(point, performance.now(), extraMs / stage.hurry, since)
    }
    outcome.metrics = await readMetrics(stage.operations)
  } finally {
    stage.proxy.tamper = undefined
    await churn.stop()
    streams.stop()
    streams.count(outcome)
    for (const recorder of recorders) await recorder.stop()
    await kube.close()
  }
  outcome.recorded = recorders.reduce((total, recorder) => total + recorder.total, 0)
  outcome.changes = churn.changes
  outcome.refused = churn.refused
  requireEveryRoute(outcome)
  return outcome
}

/** Waits for a random time during which faults happen; returns the faults. */
async function trouble(faults: readonly Fault[], random: Random, outcome: Outcome): Promise<Fault[]> {
  const injected: Fault[] = []
  const count = faults.length === 0 ? 0 : random.below(MOST_FAULTS + 1)
  const lastsMs = LEAST_MS + random.next() * SPREAD_MS
  for (let n = 0; n < count; n++) {
    await pause(lastsMs / (count + 1))
    const left = faults.filter(({ name, most = Infinity }) => (outcome.faults.get(name) ?? 0) < most)
    const fault = random.pick(left)
    outcome.injected(fault.name)
    await fault.inject()
    injected.push(fault)
  }
  await pause(lastsMs / (count + 1))
  return injected
}

/**
 * Routes that are not compared: values that are read live, measurements, which change meanwhile, and the summary and the search,
 * whose time limit is a moment on the clock of the oracle. Findings are compared with fixtures on a kind cluster. Notifications are
 * state of the service, not of a cluster.
 */
const NOT_COMPARED = new Set([
  '/api/secrets/{name}/values',
  '/api/metrics/pods',
  '/api/metrics/nodes',
  '/api/dashboard/summary',
  '/api/diagnosis',
  '/api/search',
  '/api/notifications',
])

/**
 * Fails if a JSON route was not requested: without this check, a new route could be added without being
 * compared.
 */
function requireEveryRoute(outcome: Outcome): void {
  if (outcome.quietPoints === 0) return
  for (const { method, path, response: answer } of routes)
    if (method === 'GET' && answer.kind === 'json' && !NOT_COMPARED.has(path) && !outcome.routes.has(path))
      outcome.diverged(path, 'the oracle asks nothing of this route')
}
