import { deploymentName, namespaceOf, nodeName } from '../data/shape.ts'
import { ask } from '../measure/ask.ts'
import type { Row } from '../measure/claim.ts'
import { idle } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop } from '../measure/wrk.ts'
import { decoded, disagreement } from '../agreement.ts'
import type { Stage } from '../stage.ts'
import { perSecond } from '../units.ts'

/**
 * The lowest ratio of large to small cluster: the cost of an object's Pods must not depend on the number of
 * other Pods.
 */
const FLAT = 0.8

/** P6: the Pods of one Deployment and of one node, ten each, in a small cluster and in a large one. */
export async function flat(small: Stage, large: Stage): Promise<Row[]> {
  const ofDeployment = `/api/deployments/${deploymentName(0)}/pods?namespace=${namespaceOf(0)}`
  const paths = { 'Pods of a Deployment': ofDeployment, 'Pods of a node': `/api/nodes/${nodeName(0)}/pods` }
  const rows: Row[] = []
  for (const [what, path] of Object.entries(paths)) {
    const row = { id: 'P6', scenario: what, on: `${large.cluster.name} : ${small.cluster.shape.pods}` }
    const [few, many] = [await ask(small.service.origin + path), await ask(large.service.origin + path)]
    const wrong =
      few.status === 200 && many.status === 200
        ? disagreement({ pods: lengthsOf(decoded(few)) }, { pods: lengthsOf(decoded(many)) })
        : `answers are ${few.status} and ${many.status}`
    if (wrong !== undefined) {
      rows.push({ ...row, value: '-', limit: '-', claims: [], wrong })
      continue
    }
    const group = (stage: Stage) => async (): Promise<number> => {
      await idle([small.service.pid, large.service.pid, ...small.cluster.pids, ...large.cluster.pids])
      const { seconds } = stage.settings
      return (await closedLoop({ url: stage.service.origin + path, connections: 16, seconds })).perSecond
    }
    await group(small)()
    await group(large)()
    const groups = { few: group(small), many: group(large) }
    const rounds = await interleave(groups, ({ few }) => few, { rounds: small.settings.rounds })
    rows.push({
      ...row,
      value: perSecond(median(rounds.map(({ many }) => many))),
      limit: perSecond(median(rounds.map(({ few }) => few))),
      claims: [
        {
          what: 'of the small cluster',
          figure: estimate(rounds.map(({ few, many }) => many / few)),
          target: { atLeast: FLAT },
        },
      ],
    })
  }
  return rows
}

/** Compares the numbers of items only, because the names differ if Pods are distributed over other nodes. */
function lengthsOf(answer: unknown): { name: string }[] {
  const { pods } = answer as { pods: unknown[] }
  return pods.map((_, index) => ({ name: String(index) }))
}
