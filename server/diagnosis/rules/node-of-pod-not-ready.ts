import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'

export const nodeOfPodNotReady = defineRule({
  id: 'node-of-pod-not-ready',
  on: pods,
  severity: 'critical',
  description: 'A Pod is not ready because its node is not.',
  find: (pod, facts) => {
    const ready = conditionOf(pod, 'Ready')
    const nodeName = pod.spec?.nodeName ?? ''
    const phase = pod.status?.phase
    if (ready?.status === 'True' || nodeName === '' || phase === 'Succeeded' || phase === 'Failed')
      return undefined
    // The node may also be what its deletion waits for: that is a rule of its own.
    if (pod.metadata.deletionTimestamp) return undefined
    const node = facts.get(nodes, nodeName)
    const nodeReady = node === undefined ? undefined : conditionOf(node, 'Ready')
    if (node === undefined || nodeReady === undefined || nodeReady.status === 'True') return undefined
    return {
      title: `node ${nodeName} is not ready`,
      message: `The Pod is not ready because its node "${nodeName}" is not ready since ${nodeReady.lastTransitionTime ?? 'an unknown time'}.`,
      evidence: [
        ...(ready === undefined ? [] : [conditionEvidence(pods, pod, ready)]),
        conditionEvidence(nodes, node, nodeReady),
      ],
      hint: 'Repair the node; its Pods are replaced once it is drained or deleted.',
      since: nodeReady.lastTransitionTime ?? null,
      confidence: 0.8,
      group: nodeName,
      causes: facts.findings(nodes, node),
    }
  },
})
