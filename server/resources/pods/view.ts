import type { PodOfDeployment, PodSummary } from '../../contract/pod.ts'
import type { Pod } from '../../kube/objects.ts'
import type { View } from '../../kube/view.ts'
import type { Container, ContainerStatus, List } from '../../kube/pod-object.ts'
import { createdAt } from '../metadata.ts'
import { present } from '../present.ts'
import { containerState } from './container-state.ts'
import { podPhase, podStatus } from './status.ts'

/** api.md §2.3 as lists of Pods show it. */
export function podSummary(pod: Pod): PodSummary {
  return {
    ...podFields(pod),
    containers: reported(pod.spec?.containers, pod.status?.containerStatuses).map(containerFields),
  }
}

export const podSummaryView: View<Pod, PodSummary> = {
  show: podSummary,
  reads: [
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
  ],
}

/** api.md §2.3 as the Pods of a Deployment are shown. */
export function podOfDeployment(pod: Pod): PodOfDeployment {
  return {
    ...podFields(pod),
    containers: reported(pod.spec?.containers, pod.status?.containerStatuses).map((one) => ({
      ...containerFields(one),
      state: containerState(one.status?.state) ?? { waiting: {} },
    })),
    createdAt: createdAt(pod.metadata),
  }
}

/** The fields every answer shows of a Pod. */
export function podFields(pod: Pod) {
  const { metadata, spec, status } = pod
  return present({
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    status: podStatus(pod),
    phase: podPhase(pod),
    nodeName: spec?.nodeName || undefined,
    podIP: status?.podIP || undefined,
  })
}

/** A container of the spec with what the kubelet reports of it, if it does already. */
export interface Reported {
  container: Container
  status: ContainerStatus | undefined
}

/** Containers in the order of the spec, each with its status by name: the kubelet's order and number may differ. */
export function reported(
  containers: List<Container> | undefined,
  statuses: List<ContainerStatus> | undefined,
): Reported[] {
  return (containers ?? []).map((container) => ({
    container,
    status: statuses?.find((status) => status.name === container.name),
  }))
}

/** The fields every answer shows of a container. */
export function containerFields({ container, status }: Reported) {
  return {
    name: container.name,
    image: container.image ?? status?.image ?? '',
    ready: status?.ready === true,
    restartCount: status?.restartCount ?? 0,
  }
}
