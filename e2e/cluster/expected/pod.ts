import type { Pod } from '../../../server/kinds/pods/model.ts'
import type { Container, ContainerState, ContainerStatus } from '../../../server/kinds/pods/model.ts'

/** A Pod in kubectl's JSON, with its STATUS column. */
export interface ObservedPod {
  pod: Pod
  status: string
}

/** Reference implementation of the API's list item of a Pod. */
export function listed(seen: ObservedPod): Record<string, unknown> {
  const { containers, containerStatuses } = parts(seen.pod)
  return {
    ...fields(seen),
    containers: containers.map((one) => container(one, containerStatuses)),
  }
}

/** Reference implementation of the API's Pod in the list of a workload's Pods. */
export function ownedPod(seen: ObservedPod): Record<string, unknown> {
  const { containers, containerStatuses } = parts(seen.pod)
  return {
    ...fields(seen),
    containers: containers.map((one) => ({
      ...container(one, containerStatuses),
      state: state(containerStatuses.find(({ name }) => name === one.name)?.state) ?? { waiting: {} },
    })),
    createdAt: seen.pod.metadata.creationTimestamp,
  }
}

export function fields({ pod, status }: ObservedPod): Record<string, unknown> {
  return {
    name: pod.metadata.name,
    namespace: pod.metadata.namespace,
    status,
    phase: pod.status?.phase,
    nodeName: pod.spec?.nodeName,
    podIP: pod.status?.podIP,
  }
}

export function container(
  { name, image }: Container,
  statuses: readonly ContainerStatus[],
): Record<string, unknown> {
  const status = statuses.find((one) => one.name === name)
  return { name, image, ready: status?.ready ?? false, restartCount: status?.restartCount ?? 0 }
}

/**
 * Returns the reported state of a container without the containerID; undefined if the kubelet reports no
 * state.
 */
export function state(reported: ContainerState | null | undefined): Record<string, unknown> | undefined {
  const [entry] = Object.entries(reported ?? {})
  if (entry === undefined) return undefined
  const [kind, value] = entry
  const { containerID: _, ...said } = (value ?? {}) as Record<string, unknown>
  // The kubelet reports null for a time it does not know: the container was already gone.
  const known = Object.entries(said).filter(([, one]) => one !== null)
  return { [kind]: Object.fromEntries(known) }
}

function parts({ spec, status }: Pod) {
  return { containers: spec?.containers ?? [], containerStatuses: status?.containerStatuses ?? [] }
}
