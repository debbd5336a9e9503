import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'

export const nodeUnreachable = defineRule({
  id: 'node-unreachable',
  on: nodes,
  severity: 'critical',
  description: 'The kubelet of a node has stopped reporting.',
  find: (node, facts) => {
    const ready = conditionOf(node, 'Ready')
    if (ready?.status !== 'Unknown') return undefined
    const { lastTransitionTime, lastHeartbeatTime } = ready
    const { name } = node.metadata
    const onNode = facts.optional(() => facts.list(pods, { fieldSelector: `spec.nodeName=${name}` }))
    return {
      title: 'node is unreachable',
      message:
        `The node counts as lost since ${lastTransitionTime ?? 'an unknown time'}; its kubelet reported last at ${lastHeartbeatTime ?? 'an unknown time'}.` +
        (onNode === undefined ? '' : ` Pods assigned to it: ${onNode.length}.`),
      evidence: [conditionEvidence(nodes, node, ready)],
      hint: 'Check that the machine runs and reaches the API server, and its kubelet; delete the Node if the machine is gone.',
      since: lastTransitionTime ?? null,
      confidence: 0.95,
    }
  },
})
