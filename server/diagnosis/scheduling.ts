import type { Condition } from '../cluster/objects.ts'
import type { Pod } from '../kinds/pods/model.ts'
import { conditionOf } from '../kinds/shared/conditions.ts'

/** The scheduler's reason for a number of nodes: `Insufficient cpu`. */
export interface NodeReason {
  readonly count: number
  readonly text: string
}

/** A Pod that the scheduler finds no node for. */
export interface Unschedulable {
  readonly condition: Condition
  /** Number of nodes of the cluster, as the scheduler counts them. */
  readonly nodes: number
  /** Reasons that concern nodes. */
  readonly reasons: readonly NodeReason[]
  /** Words about the whole Pod: `pod has unbound immediate PersistentVolumeClaims`. */
  readonly ofPod: string
}

/** Maximum length of a message that is read. */
const MAX_MESSAGE = 16 * 1024
/** The message up to the outcome of preemption. Source: k8s.io/kubernetes/pkg/scheduler/framework, FitError.Error. */
const MESSAGE = /^\d+\/(\d+) nodes are available: (.*?)(?:\. |\.?$)/s

/** Returns the words of the scheduler about a Pod that it finds no node for. */
export function unschedulable(pod: Pod): Unschedulable | undefined {
  const condition = conditionOf(pod, 'PodScheduled')
  if (condition?.status !== 'False' || condition.reason !== 'Unschedulable') return undefined
  if (pod.metadata.deletionTimestamp) return undefined
  const [, nodes = '0', text = ''] = MESSAGE.exec((condition.message ?? '').slice(0, MAX_MESSAGE)) ?? []
  const parts = text.split(/, (?=\d+ )/)
  const reasons = parts.flatMap((part): NodeReason[] => {
    const [, count, reason] = /^(\d+) (.+)$/s.exec(part) ?? []
    return count === undefined || reason === undefined ? [] : [{ count: Number(count), text: reason }]
  })
  return { condition, nodes: Number(nodes), reasons, ofPod: reasons.length === 0 ? text : '' }
}

/** Returns the resource that a node has too little of. Source: pkg/scheduler/framework/plugins/noderesources, Fits. */
export function shortResource({ text }: NodeReason): string | undefined {
  if (text === 'Too many pods') return 'pods'
  return /^Insufficient (\S+)$/.exec(text)?.[1]
}

/** Returns the reasons in the scheduler's words. */
export function reasonsText(reasons: readonly NodeReason[]): string {
  return reasons.map(({ count, text }) => `${count} ${text}`).join(', ')
}
