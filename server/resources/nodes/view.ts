import type { NodeDetail, NodeStatus, NodeSummary } from '../../contract/node.ts'
import { wholeSeconds } from '../../grammar/timestamp.ts'
import type { Condition, Node, Pod } from '../../kube/objects.ts'
import type { View } from '../../kube/view.ts'
import type { ResourceList } from '../../kube/pod-object.ts'
import { commonDetail } from '../metadata.ts'
import { present } from '../present.ts'
import { allocated } from './allocated.ts'

const ROLE_PREFIX = 'node-role.kubernetes.io/'
const ROLE_LABEL = 'kubernetes.io/role'

/** api.md §2.4 */
export function nodeSummary(node: Node): NodeSummary {
  return {
    ...nodeFields(node),
    conditions: conditions(node).map(({ type, status, reason }) => present({ type, status, reason })),
  }
}

export const nodeSummaryView: View<Node, NodeSummary> = {
  show: nodeSummary,
  reads: [
    'metadata.name',
    'metadata.labels',
    'status.conditions.type',
    'status.conditions.status',
    'status.conditions.reason',
    'status.capacity',
    'status.allocatable',
    'status.nodeInfo.kubeletVersion',
  ],
}

/** The Node of api.md §2.4 with all a reader of one Node wants; `pods` are those bound to it, ended ones or not. */
export function nodeDetail(node: Node, pods: readonly Pod[], now: number): NodeDetail {
  const { metadata, spec, status } = node
  return {
    ...nodeFields(node),
    ...commonDetail(metadata, now),
    conditions: conditions(node).map(conditionDetail),
    taints: (spec?.taints ?? []).map(({ key, value, effect, timeAdded }) =>
      present({ key, value, effect, timeAdded: wholeSeconds(timeAdded) }),
    ),
    unschedulable: spec?.unschedulable === true,
    addresses: (status?.addresses ?? []).map(({ type, address }) => ({ type, address })),
    podCIDRs: [...(spec?.podCIDRs ?? (spec?.podCIDR ? [spec.podCIDR] : []))],
    ...nodeInfo(node),
    allocated: allocated(node, pods),
  }
}

/** A node's roles, sorted: label keys `node-role.kubernetes.io/<role>`, and values of `kubernetes.io/role`. */
export function nodeRoles(node: Node): string[] {
  const roles = new Set<string>()
  for (const [key, value] of Object.entries(node.metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX)) roles.add(key.slice(ROLE_PREFIX.length))
    else if (key === ROLE_LABEL) roles.add(value)
  }
  roles.delete('')
  return [...roles].sort()
}

/** From the Ready condition alone: a cordoned node stays Ready, one whose kubelet is silent is Unknown. */
export function nodeStatus(node: Node): NodeStatus {
  const ready = conditions(node).find(({ type }) => type === 'Ready')?.status
  if (ready === 'True') return 'Ready'
  return ready === 'False' ? 'NotReady' : 'Unknown'
}

function nodeFields(node: Node) {
  const { metadata, status } = node
  return present({
    name: metadata.name,
    status: nodeStatus(node),
    roles: nodeRoles(node),
    version: status?.nodeInfo?.kubeletVersion || undefined,
    capacity: amounts(status?.capacity),
    allocatable: amounts(status?.allocatable),
  })
}

function amounts(list: ResourceList | null | undefined): NodeSummary['capacity'] {
  return present({ cpu: list?.cpu, memory: list?.memory, pods: list?.pods })
}

function conditions(node: Node): readonly Condition[] {
  return node.status?.conditions ?? []
}

function conditionDetail(one: Condition): NodeDetail['conditions'][number] {
  return present({
    type: one.type,
    status: one.status,
    reason: one.reason,
    message: one.message,
    lastHeartbeatTime: wholeSeconds(one.lastHeartbeatTime),
    lastTransitionTime: wholeSeconds(one.lastTransitionTime),
  })
}

function nodeInfo(node: Node): Pick<NodeDetail, 'nodeInfo'> {
  const info = node.status?.nodeInfo
  if (!info) return {}
  // Go writes every field of it, empty before the kubelet has registered.
  return {
    nodeInfo: present({
      osImage: info.osImage || undefined,
      kernelVersion: info.kernelVersion || undefined,
      containerRuntimeVersion: info.containerRuntimeVersion || undefined,
      architecture: info.architecture || undefined,
      kubeletVersion: info.kubeletVersion || undefined,
    }),
  }
}
