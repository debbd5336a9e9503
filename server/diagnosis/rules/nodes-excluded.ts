import { nodes } from '../../kinds/nodes/kind.ts'
import type { Node } from '../../kinds/nodes/model.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'
import { nodeFits, type Obstacle } from '../node-fit.ts'
import { reasonsText, shortResource, unschedulable, type NodeReason } from '../scheduling.ts'

/** Number of nodes that are named for one obstacle. */
const NAMED_NODES = 3
/** Reasons of the scheduler that the obstacles of nodes tell more of. Source: pkg/scheduler/framework/plugins, their ErrReason constants. */
const EXPLAINED = /untolerated taint|node affinity\/selector|were unschedulable/

/** A node with an obstacle for a Pod. */
interface ExcludedNode {
  readonly node: Node
  readonly obstacle: Obstacle
}

export const nodesExcluded = defineRule({
  id: 'nodes-excluded',
  on: pods,
  severity: 'critical',
  description: 'Taints, labels, affinity or spread constraints keep a Pod from every node.',
  find: (pod, facts) => {
    const found = unschedulable(pod)
    if (found === undefined || found.reasons.length === 0) return undefined
    // A Pod that would fit on a larger node is short of resources.
    if (found.reasons.some((one) => shortResource(one) !== undefined)) return undefined
    const all = (facts.optional(() => nodeFits(pod, facts)) ?? []).map(({ node, obstacles }) =>
      obstacles.map((obstacle): ExcludedNode => ({ node, obstacle })),
    )
    const byObstacle = Map.groupBy(all.flat(), ({ obstacle }) => obstacle.text)
    const lines = [...byObstacle].map(([text, members]) => `${namesOf(members)}: ${text}.`)
    // Nodes that nothing but their own condition excludes.
    const failing = all.filter((own) => own.length > 0 && own.every(({ obstacle }) => obstacle.isCondition))
    const title = mainReason(found.reasons, all.flat())
    return {
      title: `no node takes the Pod: ${title}`,
      message: [`The Pod cannot be scheduled: ${reasonsText(found.reasons)}.`, ...lines].join(' '),
      evidence: [
        conditionEvidence(pods, pod, found.condition),
        ...selectorEvidence(pod),
        ...[...byObstacle.values()].flatMap(([member]) =>
          member === undefined ? [] : [obstacleEvidence(member)],
        ),
      ],
      hint: 'Add a toleration, label a node, relax the constraint of the Pod, or add a node that satisfies it.',
      since: found.condition.lastTransitionTime ?? null,
      confidence: 0.95,
      group: title,
      causes: failing.flatMap(([first]) => (first === undefined ? [] : facts.findings(nodes, first.node))),
    }
  },
})

/** Returns the reason of the nodes that came closest to taking the Pod: the scheduler looks at taints first, then at labels. */
function mainReason(reasons: readonly NodeReason[], all: readonly ExcludedNode[]): string {
  const last = reasons.find(({ text }) => !EXPLAINED.test(text))
  if (last !== undefined) return last.text.replace('node(s) ', '')
  const obstacles = all.map(({ obstacle }) => obstacle).filter(({ isCondition }) => !isCondition)
  const main = obstacles.find(({ field }) => field === 'metadata.labels') ?? obstacles[0] ?? all[0]?.obstacle
  return main?.text ?? reasonsText(reasons)
}

function namesOf(members: readonly ExcludedNode[]): string {
  const names = members.map(({ node }) => node.metadata.name)
  const more = names.length - NAMED_NODES
  return `Node${names.length === 1 ? '' : 's'} ${names.slice(0, NAMED_NODES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function selectorEvidence(pod: Pod) {
  const labels = Object.entries(pod.spec?.nodeSelector ?? {}).map(([key, value]) => `${key}=${value}`)
  return labels.length === 0 ? [] : [fieldEvidence(pods, pod, 'spec.nodeSelector', labels.join(', '))]
}

function obstacleEvidence({ node, obstacle }: ExcludedNode) {
  return fieldEvidence(nodes, node, obstacle.field, obstacle.text)
}
