import { nodes } from '../kinds/nodes/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { Pod } from '../kinds/pods/model.ts'
import type { Rule } from './define-rule.ts'
import { conditionOf } from '../kinds/shared/conditions.ts'
import type { Facts } from './facts.ts'

/**
 * Declares a rule on Pods that rests on the reports of the kubelet. It finds nothing for a Pod that is being deleted, nor for
 * one whose node is not ready: its last report says no more what is so, and the node is the cause.
 */
export function definePodRule(rule: Omit<Rule<Pod>, 'on'>): Rule<Pod> {
  return {
    ...rule,
    on: pods,
    find: (pod, facts) => {
      if (pod.metadata.deletionTimestamp) return undefined
      const result = rule.find(pod, facts)
      return result === undefined || isOnLostNode(pod, facts) ? undefined : result
    },
  }
}

function isOnLostNode({ spec }: Pod, facts: Facts): boolean {
  const name = spec?.nodeName ?? ''
  const node = name === '' ? undefined : facts.optional(() => facts.get(nodes, name))
  const ready = node === undefined ? undefined : conditionOf(node, 'Ready')
  return ready !== undefined && ready.status !== 'True'
}
