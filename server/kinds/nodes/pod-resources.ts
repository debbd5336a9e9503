import { conditionOf } from '../shared/conditions.ts'
import type { Nano } from '../../core/formats/quantity.ts'
import { parseQuantity } from '../../core/formats/quantity.ts'
import type { Pod } from '../pods/model.ts'
import type { Container, ContainerStatus, ResourceList } from '../pods/model.ts'

const NAMES = ['cpu', 'memory'] as const

/** Amounts in nano-units. A resource that is not requested is absent, which differs from zero. */
export type Amounts = Partial<Record<(typeof NAMES)[number], Nano>>

/**
 * Returns the requests of a Pod: the sum over its containers and sidecars, or the requirement of the init
 * phase if that is more, or the Pod-level requests if set, plus the overhead. For a container that is being
 * resized, the greatest of desired, allocated and actual counts. Source: k8s.io/kubectl/pkg/util/resource,
 * podRequests; Pod-level requests: k8s.io/component-helpers/resource, PodRequests.
 */
export function podRequests(pod: Pod): Amounts {
  const statuses = new Map<string, ContainerStatus>()
  for (const list of [pod.status?.containerStatuses, pod.status?.initContainerStatuses])
    for (const one of list ?? []) statuses.set(one.name, one)
  const infeasible = conditionOf(pod, 'PodResizePending')?.reason === 'Infeasible'

  const sum = effective(pod, (container, resizable) => {
    const wanted = amounts(container.resources?.requests)
    const status = resizable ? statuses.get(container.name) : undefined
    if (!status?.resources) return wanted
    const granted = greatest(amounts(status.resources.requests), amounts(status.allocatedResources))
    return infeasible ? granted : greatest(wanted, granted)
  })
  return added({ ...sum, ...amounts(pod.spec?.resources?.requests) }, amounts(pod.spec?.overhead))
}

/**
 * Returns the limits of a Pod, by the same rule. Overhead is added only to a limited resource, since it would
 * otherwise create a limit. Source: k8s.io/kubectl/pkg/util/resource, podLimits.
 */
export function podLimits(pod: Pod): Amounts {
  const sum = effective(pod, (container) => amounts(container.resources?.limits))
  const limits = { ...sum, ...amounts(pod.spec?.resources?.limits) }
  const overhead = amounts(pod.spec?.overhead)
  for (const name of NAMES) {
    const limit = limits[name]
    if (limit !== undefined && limit !== 0n) limits[name] = limit + (overhead[name] ?? 0n)
  }
  return limits
}

/**
 * Returns the effective amount: containers run together with all sidecars, while an init container runs alone
 * with the sidecars started before it; the greater of the two counts. Source: KEP-753, resources calculation
 * for scheduling and pod admission.
 */
function effective(pod: Pod, of: (container: Container, resizable: boolean) => Amounts): Amounts {
  let together: Amounts = {}
  let sidecars: Amounts = {}
  let initial: Amounts = {}
  for (const container of pod.spec?.containers ?? []) together = added(together, of(container, true))
  for (const container of pod.spec?.initContainers ?? []) {
    const sidecar = container.restartPolicy === 'Always'
    const own = of(container, sidecar)
    if (sidecar) {
      together = added(together, own)
      sidecars = added(sidecars, own)
      initial = greatest(initial, sidecars)
    } else initial = greatest(initial, added(own, sidecars))
  }
  return greatest(together, initial)
}

function amounts(list: ResourceList | null | undefined): Amounts {
  const read: Amounts = {}
  for (const name of NAMES) {
    const text = list?.[name]
    const nano = text === undefined ? undefined : parseQuantity(text)
    if (nano !== undefined) read[name] = nano
  }
  return read
}

function added(left: Amounts, right: Amounts): Amounts {
  return merged(left, right, (a, b) => a + b)
}

function greatest(left: Amounts, right: Amounts): Amounts {
  return merged(left, right, (a, b) => (a > b ? a : b))
}

function merged(left: Amounts, right: Amounts, merge: (a: Nano, b: Nano) => Nano): Amounts {
  const both: Amounts = { ...left }
  for (const name of NAMES) {
    const amount = right[name]
    const present = both[name]
    if (amount !== undefined) both[name] = present === undefined ? amount : merge(present, amount)
  }
  return both
}
