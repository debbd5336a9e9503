import { formatCount, formatCpu, parseQuantity, type Nano } from '../core/formats/quantity.ts'
import type { Node } from '../kinds/nodes/model.ts'
import { podRequests } from '../kinds/nodes/pod-resources.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { Pod } from '../kinds/pods/model.ts'
import type { Facts } from './facts.ts'
import { constraintsOf, nodeFits } from './node-fit.ts'

/** Maximum number of nodes whose Pods are added up: the largest ones. */
export const MAX_NODES = 5
const ONE = 1_000_000_000n

/** A resource of a node. */
export interface NodeRoom {
  readonly node: Node
  readonly allocatable: Nano
  /** The allocatable amount minus the requests of the Pods on the node. */
  readonly free: Nano
  /** Whether there are nodes that were not looked at. */
  readonly isOfLargest: boolean
}

/**
 * Returns the node with the most room for a resource, of the five with most of it among those whose taints and labels let the Pod in;
 * undefined if no such node has it.
 */
export function roomiestNode(pod: Pod, resource: string, facts: Facts): NodeRoom | undefined {
  return facts.once(`roomiest node ${resource} ${constraintsOf(pod)}`, (shared) => {
    const candidates = nodeFits(pod, shared)
      .filter(({ obstacles }) => obstacles.length === 0)
      .map(({ node }) => ({ node, allocatable: amountOf(node.status?.allocatable?.[resource]) }))
      .filter(({ allocatable }) => allocatable > 0n)
      .toSorted((one, other) => (one.allocatable > other.allocatable ? -1 : 1))
    const isOfLargest = candidates.length > MAX_NODES
    return candidates
      .slice(0, MAX_NODES)
      .map(({ node, allocatable }) => {
        const free = allocatable - requestedOn(node, resource, shared)
        return { node, allocatable, free, isOfLargest }
      })
      .reduce<NodeRoom | undefined>(
        (best, one) => (best === undefined || one.free > best.free ? one : best),
        undefined,
      )
  })
}

function requestedOn({ metadata }: Node, resource: string, facts: Facts): Nano {
  return facts
    .list(pods, { fieldSelector: `spec.nodeName=${metadata.name}` })
    .filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed')
    .reduce((sum, pod) => sum + requestOf(pod, resource), 0n)
}

/** Returns the amount that a Pod requests of a resource: the sum of its containers, or that of an init container if it is more. */
export function requestOf(pod: Pod, resource: string): Nano {
  if (resource === 'pods') return ONE
  if (resource === 'cpu' || resource === 'memory') return podRequests(pod)[resource] ?? 0n
  const own = (pod.spec?.containers ?? []).map(({ resources }) => amountOf(resources?.requests?.[resource]))
  const initial = (pod.spec?.initContainers ?? []).map(({ resources }) =>
    amountOf(resources?.requests?.[resource]),
  )
  return initial.reduce(
    (most, one) => (one > most ? one : most),
    own.reduce((sum, one) => sum + one, 0n),
  )
}

function amountOf(text: string | undefined): Nano {
  return text === undefined ? 0n : (parseQuantity(text) ?? 0n)
}

const UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'] as const

/** Formats an amount of a resource for a sentence: bytes with one decimal, rounded down. */
export function formatAmount(resource: string, amount: Nano): string {
  if (resource === 'cpu') return formatCpu(amount)
  const isBytes =
    resource === 'memory' || resource === 'ephemeral-storage' || resource.startsWith('hugepages-')
  return isBytes ? roundedBytes(amount / ONE) : formatCount(amount)
}

function roundedBytes(bytes: bigint): string {
  let unit = 0
  while (unit < UNITS.length - 1 && bytes >= 1n << BigInt(10 * (unit + 1))) unit++
  const tenths = (bytes * 10n) >> BigInt(10 * unit)
  const decimal = tenths % 10n === 0n ? '' : `.${tenths % 10n}`
  return `${tenths / 10n}${decimal}${UNITS[unit] ?? ''}`
}
