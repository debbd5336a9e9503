import type { BenchCluster } from './cluster.ts'
import { openDemoCluster } from './demo-cluster.ts'
import type { Row } from './measure/claim.ts'
import { questionsOf } from './questions.ts'
import { reads } from './scenarios/reads.ts'
import type { Settings } from './settings.ts'
import { openStage } from './stage.ts'

/** Everything that is measured, row by row; what is made is followed in `undo` by how to be rid of it. */
export async function* plan(
  settings: Settings,
  _root: string,
  folder: string,
  undo: (() => Promise<void>)[],
): AsyncGenerator<Row> {
  const demo = await openDemoCluster(folder, 10_000)
  undo.push(() => demo.close())
  yield* onStage(demo, settings, undo)
}

async function* onStage(
  cluster: BenchCluster,
  settings: Settings,
  undo: (() => Promise<void>)[],
): AsyncGenerator<Row> {
  const stage = await openStage(cluster, settings)
  undo.push(() => stage.close())
  for (const question of questionsOf(cluster.shape))
    if (settings.only.size === 0 || settings.only.has(question.id)) yield await reads(stage, question)
}
