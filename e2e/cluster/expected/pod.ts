import type { Pod } from '../../../server/cluster/objects.ts'
import type { Container, ContainerState, ContainerStatus } from '../../../server/cluster/pod-object.ts'

/** A Pod as kubectl shows it, with the STATUS column beside. */
export interface ObservedPod {
  pod: Pod
  status: string
}

/** What api.md §2.3 makes of a Pod in lists. */
export function listed(seen: ObservedPod): Record<string, unknown> {
  const { containers, containerStatuses } = parts(seen.pod)
  return {
    ...fields(seen),
    containers: containers.map((one) => container(one, containerStatuses)),
  }
}

/** The same among the Pods of a Deployment. */
export function ofDeployment(seen: ObservedPod): Record<string, unknown> {
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

/** Of what the kubelet says: the one state, without the container's id; undefined where it says none. */
export function state(reported: ContainerState | null | undefined): Record<string, unknown> | undefined {
  const [entry] = Object.entries(reported ?? {})
  if (entry === undefined) return undefined
  const [kind, value] = entry
  const { containerID: _, ...said } = (value ?? {}) as Record<string, unknown>
  // A time the kubelet does not know is null there: a container it could not find any more.
  const known = Object.entries(said).filter(([, one]) => one !== null)
  return { [kind]: Object.fromEntries(known) }
}

function parts({ spec, status }: Pod) {
  return { containers: spec?.containers ?? [], containerStatuses: status?.containerStatuses ?? [] }
}
