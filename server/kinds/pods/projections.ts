import type { OwnedPod, PodSummary } from './schema.ts'
import type { Pod } from './model.ts'
import type { Container, ContainerStatus } from './model.ts'
import type { List } from '../../cluster/objects.ts'
import { createdAt } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import { containerState } from './container-state.ts'
import { podPhase, podStatus } from './status.ts'

/** Projects a Pod for lists. */
export function podSummary(pod: Pod): PodSummary {
  return {
    ...podFields(pod),
    containers: reported(pod.spec?.containers, pod.status?.containerStatuses).map(containerFields),
  }
}

/** Every field that the summary reads. */
export const podSummaryReads = [
  'metadata.name',
  'metadata.namespace',
  'metadata.deletionTimestamp',
  'spec.nodeName',
  'spec.containers.name',
  'spec.containers.image',
  'spec.initContainers.name',
  'spec.initContainers.restartPolicy',
  'status.phase',
  'status.reason',
  'status.podIP',
  'status.conditions.type',
  'status.conditions.status',
  'status.conditions.reason',
  'status.containerStatuses',
  'status.initContainerStatuses',
]

/** Projects a Pod for the list of a workload's Pods. */
export function ownedPod(pod: Pod): OwnedPod {
  return {
    ...podFields(pod),
    containers: reported(pod.spec?.containers, pod.status?.containerStatuses).map((one) => ({
      ...containerFields(one),
      state: containerState(one.status?.state) ?? { waiting: {} },
    })),
    createdAt: createdAt(pod.metadata),
  }
}

/** Returns the fields of a Pod that every response has. */
export function podFields(pod: Pod) {
  const { metadata, spec, status } = pod
  return omitEmpty({
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    status: podStatus(pod),
    phase: podPhase(pod),
    nodeName: spec?.nodeName || undefined,
    podIP: status?.podIP || undefined,
  })
}

/** A container of the spec with its status, if the kubelet has reported one. */
export interface ReportedContainer {
  container: Container
  status: ContainerStatus | undefined
}

/**
 * Returns the containers in the order of the spec, each with its status by name: the kubelet's order and
 * number may differ.
 */
export function reported(
  containers: List<Container> | undefined,
  statuses: List<ContainerStatus> | undefined,
): ReportedContainer[] {
  return (containers ?? []).map((container) => ({
    container,
    status: statuses?.find((status) => status.name === container.name),
  }))
}

/** Returns the fields of a container that every response has. */
export function containerFields({ container, status }: ReportedContainer) {
  return {
    name: container.name,
    image: container.image ?? status?.image ?? '',
    ready: status?.ready === true,
    restartCount: status?.restartCount ?? 0,
  }
}
