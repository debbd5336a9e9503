import { nodes } from '../../kinds/nodes/kind.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'

/** Conditions of the kubelet, and the resource that each is about. */
const PRESSURES: Readonly<Record<string, string>> = {
  MemoryPressure: 'memory',
  DiskPressure: 'disk space',
  PIDPressure: 'process ids',
}

export const nodePressure = defineRule({
  id: 'node-pressure',
  on: nodes,
  severity: 'warning',
  description: 'A node is short of memory, disk space or process ids.',
  find: (node) => {
    const pressures = Object.entries(PRESSURES).flatMap(([type, resource]) => {
      const condition = conditionOf(node, type)
      return condition?.status === 'True' ? [{ condition, resource }] : []
    })
    if (pressures.length === 0) return undefined
    const resources = pressures.map(({ resource }) => resource).join(', ')
    const since = pressures.flatMap(({ condition }) => condition.lastTransitionTime ?? []).toSorted()[0]
    return {
      title: `node is short of ${resources}`,
      message: `The node is short of ${resources} since ${since ?? 'an unknown time'}: the kubelet evicts Pods, and new ones are not scheduled on it.`,
      evidence: pressures.map(({ condition }) => conditionEvidence(nodes, node, condition)),
      hint: 'Free the resource, move Pods away, or set requests and limits that fit the node: kubectl describe node.',
      since: since ?? null,
      confidence: 0.95,
    }
  },
})
