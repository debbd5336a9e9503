import { nodes } from '../../kinds/nodes/kind.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'

export const nodeNotReady = defineRule({
  id: 'node-not-ready',
  on: nodes,
  severity: 'critical',
  description: 'The kubelet of a node says that the node is not ready.',
  find: (node) => {
    const ready = conditionOf(node, 'Ready')
    if (ready?.status !== 'False') return undefined
    return {
      title: 'node is not ready',
      message: `The kubelet reports since ${ready.lastTransitionTime ?? 'an unknown time'}: ${ready.message ?? ready.reason ?? 'no reason'}`,
      evidence: [conditionEvidence(nodes, node, ready)],
      hint: 'Look at the kubelet and the container runtime on the node: journalctl -u kubelet.',
      since: ready.lastTransitionTime ?? null,
      confidence: 0.95,
    }
  },
})
