import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import type { Evidence } from '../finding.ts'
import { formatAmount, MAX_NODES, requestOf, roomiestNode } from '../node-room.ts'
import { reasonsText, shortResource, unschedulable } from '../scheduling.ts'

/** One resource that is short, in words. */
interface Shortage {
  readonly resource: string
  readonly text: string
  readonly evidence: readonly Evidence[]
}

export const resourcesShort = defineRule({
  id: 'resources-short',
  on: pods,
  severity: 'critical',
  description: 'No node has enough of a resource left for the requests of a Pod.',
  find: (pod, facts) => {
    const found = unschedulable(pod)
    const resources = new Set((found?.reasons ?? []).flatMap((reason) => shortResource(reason) ?? []))
    if (found === undefined || resources.size === 0) return undefined
    const shortages = [...resources].map((resource) => shortageOf(pod, resource, facts))
    const others = found.reasons.filter((reason) => shortResource(reason) === undefined)
    return {
      title: `no node has enough ${[...resources].join(' and ')}`,
      message:
        `The Pod cannot be scheduled. ${shortages.map(({ text }) => text).join(' ')}` +
        (others.length === 0 ? '' : ` Other nodes are excluded: ${reasonsText(others)}.`),
      evidence: [
        conditionEvidence(pods, pod, found.condition),
        ...shortages.flatMap(({ evidence }) => evidence),
      ],
      hint: resources.has('pods')
        ? 'Add a node, or raise maxPods of the kubelet.'
        : 'Lower the requests of the Pod, remove other Pods, or add a node that is large enough.',
      since: found.condition.lastTransitionTime ?? null,
      confidence: 0.95,
      group: [...resources].join(),
    }
  },
})

function shortageOf(pod: Pod, resource: string, facts: Facts): Shortage {
  const request = requestOf(pod, resource)
  const requested = resource === 'pods' ? '' : `It requests ${formatAmount(resource, request)} of ${resource}`
  const all = facts.optional(() => ({ roomiest: roomiestNode(pod, resource, facts) }))
  if (all === undefined) return { resource, text: requested === '' ? '' : `${requested}.`, evidence: [] }
  const { roomiest } = all
  if (roomiest === undefined)
    return { resource, text: `${requested}, and no node that the Pod may run on has any.`, evidence: [] }
  const { node, allocatable, free, isOfLargest } = roomiest
  const [left, whole] = [formatAmount(resource, free), formatAmount(resource, allocatable)]
  const name = `${isOfLargest ? `of the ${MAX_NODES} largest nodes, ` : 'node '}${node.metadata.name}`
  const text =
    resource === 'pods'
      ? `There is room for more Pods on no node; ${name} has the most left: ${left} of ${whole}.`
      : request > free
        ? `${requested}; ${name} has the most left: ${left} of ${whole}, ${formatAmount(resource, request - free)} too little.`
        : `${requested}; ${name} has ${left} of ${whole} left, but is excluded for another reason.`
  return {
    resource,
    text,
    evidence: [
      fieldEvidence(
        nodes,
        node,
        `status.allocatable.${resource}`,
        node.status?.allocatable?.[resource] ?? '',
      ),
    ],
  }
}
