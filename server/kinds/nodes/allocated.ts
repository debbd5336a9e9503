import type { Allocated } from './schema.ts'
import { formatBytes, formatCount, formatCpu, parseQuantity } from '../../core/formats/quantity.ts'
import type { Node } from './model.ts'
import type { Pod } from '../pods/model.ts'
import type { ResourceList } from '../pods/model.ts'
import { podLimits, podRequests } from './pod-resources.ts'

/**
 * Returns the requests and limits of the Pods on a node: sums over Pods that have not ended, and their shares
 * of the node's allocatable resources (of its capacity while it reports no allocatable), in whole per cent
 * rounded down. Source of the sums: k8s.io/kubectl/pkg/describe, describeNodeResource. Counting every Pod as
 * one of `pods` is an addition of this service.
 */
export function allocated(node: Node, pods: readonly Pod[]): Allocated {
  const { allocatable, capacity } = node.status ?? {}
  const whole = allocatable && Object.keys(allocatable).length > 0 ? allocatable : (capacity ?? {})
  const total = { requests: { cpu: 0n, memory: 0n }, limits: { cpu: 0n, memory: 0n }, pods: 0n }
  for (const pod of pods) {
    if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') continue
    const requests = podRequests(pod)
    const limits = podLimits(pod)
    total.requests.cpu += requests.cpu ?? 0n
    total.requests.memory += requests.memory ?? 0n
    total.limits.cpu += limits.cpu ?? 0n
    total.limits.memory += limits.memory ?? 0n
    total.pods += 1_000_000_000n
  }
  return {
    cpu: share(total.requests.cpu, total.limits.cpu, amount(whole, 'cpu'), formatCpu),
    memory: share(total.requests.memory, total.limits.memory, amount(whole, 'memory'), formatBytes),
    pods: share(total.pods, total.pods, amount(whole, 'pods'), formatCount),
  }
}

function amount(list: ResourceList, name: string): bigint {
  return parseQuantity(list[name] ?? '0') ?? 0n
}

function share(requests: bigint, limits: bigint, whole: bigint, format: (nano: bigint) => string) {
  return {
    requests: format(requests),
    limits: format(limits),
    percent: percent(requests, whole),
    limitsPercent: percent(limits, whole),
  }
}

function percent(part: bigint, whole: bigint): number {
  return whole > 0n ? Number((part * 100n) / whole) : 0
}
