import { until } from '../../support/until.ts'
import { placeOf } from '../data/pods.ts'
import { deploymentName, nodeName } from '../data/shape.ts'
import { ask } from '../measure/ask.ts'
import type { Row } from '../measure/claim.ts'
import { idle } from '../measure/proc.ts'
import { estimate, median } from '../measure/statistics.ts'
import type { Stage } from '../stage.ts'
import { millis, perSecond } from '../units.ts'

/** Searches that a room full of people sends while they type. */
const PER_SECOND = 20
const MAX_P99_MS = 20

/** P24: searches over all kinds, for names, parts of names, a node and a text that is nowhere. */
export async function search(stage: Stage): Promise<Row> {
  const { cluster, service, settings } = stage
  const row = { id: 'P24', scenario: 'search over all kinds', on: cluster.name }
  const { name } = placeOf(cluster.shape, 0)
  const texts = [name, name.slice(0, 6), deploymentName(0), nodeName(0), 'nothing-has-this-text']
  const urls = texts.map((text) => `${service.origin}/api/search?q=${text}`)
  for (const url of urls) {
    const status = await until('a search of every kind', async () => {
      const { status: code, body } = await ask(url)
      return code === 200 && body.includes('"syncing":') ? undefined : code
    })
    if (status !== 200)
      return { ...row, value: '-', limit: '-', claims: [], wrong: `the answer is a ${status}` }
  }
  const pids = [service.pid, stage.twin.pid, ...cluster.pids]
  const figures: number[] = []
  for (let round = 0; round < settings.rounds; round++) {
    await idle(pids)
    const load = { urls, perSecond: PER_SECOND, seconds: settings.seconds, connections: 16, yielding: true }
    figures.push((await stage.load.openLoop(load)).p99)
  }
  return {
    ...row,
    value: `p99 ${millis(median(figures))}`,
    limit: `at ${perSecond(PER_SECOND)}`,
    claims: [{ what: 'p99 in ms', figure: estimate(figures), target: { atMost: MAX_P99_MS } }],
  }
}
