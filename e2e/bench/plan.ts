import type { BenchCluster } from './cluster.ts'
import { type BenchDemo, openDemoCluster } from './demo-cluster.ts'
import { deleteKindCluster, openKindCluster } from './kind-cluster.ts'
import type { Row } from './measure/claim.ts'
import { questionsOf, withoutTwin } from './questions.ts'
import { callsPerRead, coldReads } from './scenarios/calls.ts'
import { consoleFigures } from './scenarios/console.ts'
import { churnLimit } from './scenarios/churn-limit.ts'
import { churn } from './scenarios/churn.ts'
import { idleContexts } from './scenarios/contexts.ts'
import { events } from './scenarios/events.ts'
import { filling } from './scenarios/filling.ts'
import { flat } from './scenarios/flat.ts'
import { logFollow, logTail } from './scenarios/logs.ts'
import { memory, memoryOfAllKinds, readAllKinds } from './scenarios/memory.ts'
import { reads } from './scenarios/reads.ts'
import { readYourWrites, restartRoundTrip } from './scenarios/restarts.ts'
import { search } from './scenarios/search.ts'
import { shell } from './scenarios/shell.ts'
import { silence } from './scenarios/silence.ts'
import { streams } from './scenarios/streams.ts'
import { sync } from './scenarios/sync.ts'
import type { Settings } from './settings.ts'
import { openStage, type Stage } from './stage.ts'
import { unusedFeatures } from './scenarios/unused-features.ts'
import { startService, synced } from './subject.ts'

/** Numbers of Pods in the demo clusters. */
const USUAL = 10_000
const [SMALL, LARGE] = [200, 100_000]
/** From this number of Pods on, the cost of reading one object's Pods must not grow. */
const FLAT_FROM = 1000
/** The number of objects of each other kind, in the cluster that has many of every kind. */
const OF_EACH = 2000
/** The number of Pods in the cluster with controllers, which is enough for restarts. */
const LIVE = 2000

/** The clusters of a run: the real one, and demo clusters by their content. */
type ClusterName = 'kind' | 'demo' | 'live' | 'small' | 'full' | 'large'

/** The state of a benchmark run, with its clean-up steps. */
export interface Run {
  settings: Settings
  folder: string
  /** The clean-up steps, in the order of creation. */
  undo: (() => Promise<void>)[]
}

/** A run, on one of its clusters. */
interface ClusterRun extends Run {
  at: ClusterName
}

/** Measures everything, row by row. */
export async function* plan(run: Run): AsyncGenerator<Row> {
  const { on, smoke } = run.settings
  const at = (name: ClusterName): ClusterRun => ({ ...run, at: name })
  if (on.has('kind')) yield* onKind(at('kind'))
  if (!on.has('demo')) return
  yield* onDemo(at('demo'))
  yield* onLiveDemo(at('live'))
  if (smoke) return
  yield* onSmallDemo(at('small'))
  yield* onFullDemo(at('full'))
  yield* onLargeDemo(at('large'))
  if (wanted(at('demo'), 'C1', 'C2', 'C3')) yield* await consoleFigures()
}

const READS = ['P1', 'P2', 'P3', 'P4', 'P5', 'P7']
/** Measured with a service that was started and warmed up for all of them. */
const ON_STAGE = [...READS, 'P8', 'P23', 'P24', 'P9', 'P12', 'P14', 'P16', 'P17', 'P21']
const ON_KIND = [...ON_STAGE, 'P10', 'P11', 'P13']

function wanted({ settings: { only, smoke }, at }: ClusterRun, ...ids: string[]): boolean {
  if (only.size > 0) return ids.some((id) => only.has(id) || only.has(`${at}:${id}`))
  return !smoke || ids.some((id) => [...READS, 'P13', 'P18', 'P21', 'P22'].includes(id))
}

/** Opens a resource, measures rows with it, and closes it. */
async function* having<T extends { close(): Promise<void> }>(
  run: Run,
  opening: Promise<T>,
  measure: (opened: T) => AsyncGenerator<Row>,
): AsyncGenerator<Row> {
  const opened = await opening
  const close = (): Promise<void> => opened.close()
  run.undo.push(close)
  yield* measure(opened)
  run.undo.splice(run.undo.lastIndexOf(close), 1)
  await close()
}

async function* onKind(run: ClusterRun): AsyncGenerator<Row> {
  if (!wanted(run, ...ON_KIND)) return
  if (!run.settings.keep) run.undo.push(deleteKindCluster)
  yield* having(run, openKindCluster(run.folder), async function* (kind) {
    yield* having(run, openStage(kind, run.settings), async function* (stage) {
      // kwok does not renew leases during these measurements, because that would use the core of the load.
      yield* warmReads(run, stage)
      const stop = await kind.kwok()
      run.undo.push(stop)
      yield* busy(run, stage)
      if (wanted(run, 'P13')) yield await readYourWrites(kind, stage.service, run.settings)
      await stop()
    })
    if (wanted(run, 'P9')) yield* churnLimit(kind, run.settings)
    yield* alone(run, kind)
  })
}

async function* onDemo(run: ClusterRun): AsyncGenerator<Row> {
  if (!wanted(run, ...ON_KIND, 'P15', 'P18', 'P22')) return
  yield* having(run, openDemoCluster(run.folder, USUAL), async function* (demo) {
    if (wanted(run, ...ON_STAGE, 'P15', 'P18'))
      yield* having(run, openStage(demo, run.settings), async function* (stage) {
        yield* warmReads(run, stage)
        yield* busy(run, stage)
        if (wanted(run, 'P15')) yield await logFollow(demo, stage.service, run.settings)
        if (wanted(run, 'P1') && !run.settings.smoke) yield await silence(stage)
        if (wanted(run, 'P18')) yield* cold(stage, demo)
      })
    if (wanted(run, 'P22')) yield await shell(demo, run.settings)
    if (wanted(run, 'P9')) yield* churnLimit(demo, run.settings)
    yield* alone(run, demo)
    if (wanted(run, 'P10')) yield await filling(demo, run.settings)
  })
}

async function* cold(stage: Stage, demo: BenchDemo): AsyncGenerator<Row> {
  yield await coldReads(demo, stage.load)
}

/** P1 to P5, P7, P8, P23 and P24. */
async function* warmReads(run: ClusterRun, stage: Stage): AsyncGenerator<Row> {
  for (const question of questionsOf(stage.cluster.shape, run.settings.smoke))
    if (wanted(run, question.id)) yield await reads(stage, question)
  if (wanted(run, 'P7')) yield await events(stage)
  if (wanted(run, 'P24')) yield await search(stage)
}

/** Measures scenarios with activity in the cluster. */
async function* busy(run: ClusterRun, stage: Stage): AsyncGenerator<Row> {
  const { cluster, service, settings, load } = stage
  if (wanted(run, 'P21')) yield await callsPerRead(cluster, service, load)
  if (wanted(run, 'P9')) yield* churn(stage)
  if (wanted(run, 'P12')) yield await restartRoundTrip(cluster, service, settings)
  if (wanted(run, 'P14')) yield await logTail(cluster, service, settings)
  if (wanted(run, 'P16', 'P17')) yield* await streams(cluster, stage, settings)
}

/** Measures scenarios that start services of their own. */
async function* alone(run: ClusterRun, cluster: BenchCluster): AsyncGenerator<Row> {
  if (wanted(run, 'P10')) yield await sync(cluster, run.settings)
  if (wanted(run, 'P11')) yield await memory(cluster, run.settings)
}

/** P13 needs controllers that react to restarts. */
async function* onLiveDemo(run: ClusterRun): AsyncGenerator<Row> {
  if (!wanted(run, 'P13')) return
  yield* having(run, openDemoCluster(run.folder, LIVE, { live: true }), async function* (demo) {
    const service = await startService(demo)
    run.undo.push(() => service.end())
    await synced(service)
    yield await readYourWrites(demo, service, run.settings)
    await service.end()
  })
}

async function* onSmallDemo(run: ClusterRun): AsyncGenerator<Row> {
  if (!wanted(run, 'P1', 'P2', 'P10', 'P11', 'P19', 'P25')) return
  yield* having(run, openDemoCluster(run.folder, SMALL), async function* (demo) {
    if (wanted(run, 'P1', 'P2'))
      yield* having(run, openStage(demo, run.settings), async function* (stage) {
        yield* listReads(run, stage)
      })
    yield* alone(run, demo)
    if (wanted(run, 'P19')) yield await idleContexts(demo, run.settings, run.folder)
    if (wanted(run, 'P25')) yield await unusedFeatures(demo, run.settings)
  })
}

/** Measures with many objects of every kind, all of them watched. */
async function* onFullDemo(run: ClusterRun): AsyncGenerator<Row> {
  if (!wanted(run, 'P8', 'P11', 'P16', 'P23', 'P24')) return
  yield* having(run, openDemoCluster(run.folder, USUAL, { others: OF_EACH }), async function* (full) {
    if (wanted(run, 'P11')) yield await memoryOfAllKinds(full, run.settings)
    yield* having(run, openStage(full, { ...run.settings, before: [] }), async function* (stage) {
      await readAllKinds(stage.service)
      for (const question of questionsOf(full.shape, false))
        if (question.alone === true && wanted(run, question.id)) yield await reads(stage, question)
      if (wanted(run, 'P24')) yield await search(stage)
      if (wanted(run, 'P16', 'P17')) yield* await streams(full, stage, run.settings)
    })
  })
}

async function* onLargeDemo(run: ClusterRun): AsyncGenerator<Row> {
  if (!wanted(run, 'P1', 'P2', 'P6', 'P10', 'P11')) return
  yield* having(run, openDemoCluster(run.folder, LARGE), async function* (large) {
    yield* having(run, openStage(large, run.settings), async function* (stage) {
      yield* listReads(run, stage)
      if (!wanted(run, 'P6')) return
      yield* having(run, openDemoCluster(run.folder, FLAT_FROM), async function* (few) {
        yield* having(run, openStage(few, run.settings), async function* (small) {
          yield* await flat(small, stage)
        })
      })
    })
    yield* alone(run, large)
  })
}

async function* listReads(run: ClusterRun, stage: Stage): AsyncGenerator<Row> {
  for (const question of questionsOf(stage.cluster.shape, run.settings.smoke))
    if (['P1', 'P2'].includes(question.id) && wanted(run, question.id))
      yield await reads(stage, stage.cluster.shape.pods > USUAL ? withoutTwin(question) : question)
}
