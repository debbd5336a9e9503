import type { NodeDetail, NodeStatus, NodeSummary } from './schema.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { Condition } from '../../cluster/objects.ts'
import type { Node } from './model.ts'
import type { Pod } from '../pods/model.ts'
import type { ResourceList } from '../pods/model.ts'
import { commonDetail } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import { allocated } from './allocated.ts'

const ROLE_PREFIX = 'node-role.kubernetes.io/'
const ROLE_LABEL = 'kubernetes.io/role'

export function nodeSummary(node: Node): NodeSummary {
  return {
    ...nodeFields(node),
    conditions: conditions(node).map(({ type, status, reason }) => omitEmpty({ type, status, reason })),
  }
}

/** Every field that the summary reads. */
export const nodeSummaryReads = [
  'metadata.name',
  'metadata.labels',
  'status.conditions.type',
  'status.conditions.status',
  'status.conditions.reason',
  'status.capacity',
  'status.allocatable',
  'status.nodeInfo.kubeletVersion',
]

/** Projects a Node for its detail response; `pods` are the Pods bound to it, including ended ones. */
export function nodeDetail(node: Node, pods: readonly Pod[], now: number): NodeDetail {
  const { metadata, spec, status } = node
  return {
    ...nodeFields(node),
    ...commonDetail(metadata, now),
    conditions: conditions(node).map(conditionDetail),
    taints: (spec?.taints ?? []).map(({ key, value, effect, timeAdded }) =>
      omitEmpty({ key, value, effect, timeAdded: truncateToSeconds(timeAdded) }),
    ),
    unschedulable: spec?.unschedulable === true,
    addresses: (status?.addresses ?? []).map(({ type, address }) => ({ type, address })),
    podCIDRs: [...(spec?.podCIDRs ?? (spec?.podCIDR ? [spec.podCIDR] : []))],
    ...nodeInfo(node),
    allocated: allocated(node, pods),
  }
}

/**
 * Returns a node's roles, sorted: from label keys `node-role.kubernetes.io/<role>`, and from values of
 * `kubernetes.io/role`.
 */
export function nodeRoles(node: Node): string[] {
  const roles = new Set<string>()
  for (const [key, value] of Object.entries(node.metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX)) roles.add(key.slice(ROLE_PREFIX.length))
    else if (key === ROLE_LABEL) roles.add(value)
  }
  roles.delete('')
  return [...roles].sort()
}

/**
 * Returns the status from the Ready condition only: a cordoned node stays Ready, and one with a silent
 * kubelet is Unknown.
 */
export function nodeStatus(node: Node): NodeStatus {
  const ready = conditions(node).find(({ type }) => type === 'Ready')?.status
  if (ready === 'True') return 'Ready'
  return ready === 'False' ? 'NotReady' : 'Unknown'
}

function nodeFields(node: Node) {
  const { metadata, status } = node
  return omitEmpty({
    name: metadata.name,
    status: nodeStatus(node),
    roles: nodeRoles(node),
    version: status?.nodeInfo?.kubeletVersion || undefined,
    capacity: amounts(status?.capacity),
    allocatable: amounts(status?.allocatable),
  })
}

function amounts(list: ResourceList | null | undefined): NodeSummary['capacity'] {
  return omitEmpty({ cpu: list?.cpu, memory: list?.memory, pods: list?.pods })
}

function conditions(node: Node): readonly Condition[] {
  return node.status?.conditions ?? []
}

function conditionDetail(one: Condition): NodeDetail['conditions'][number] {
  return omitEmpty({
    type: one.type,
    status: one.status,
    reason: one.reason,
    message: one.message,
    lastHeartbeatTime: truncateToSeconds(one.lastHeartbeatTime),
    lastTransitionTime: truncateToSeconds(one.lastTransitionTime),
  })
}

function nodeInfo(node: Node): Pick<NodeDetail, 'nodeInfo'> {
  const info = node.status?.nodeInfo
  if (!info) return {}
  // Go writes every field of nodeInfo, empty until the kubelet has registered.
  return {
    nodeInfo: omitEmpty({
      osImage: info.osImage || undefined,
      kernelVersion: info.kernelVersion || undefined,
      containerRuntimeVersion: info.containerRuntimeVersion || undefined,
      architecture: info.architecture || undefined,
      kubeletVersion: info.kubeletVersion || undefined,
    }),
  }
}
