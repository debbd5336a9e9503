import type { PodPhase } from '../../contract/pod.ts'
import { podPhases } from '../../contract/pod.ts'
import type { Pod } from '../../kube/objects.ts'
import type { ContainerState, ContainerStateTerminated, ContainerStatus } from '../../kube/pod-object.ts'

/** A Pod's phase; the API server sets Pending on every Pod it takes, so Pending is what none means. */
export function podPhase(pod: Pod): PodPhase {
  return podPhases.find((phase) => phase === pod.status?.phase) ?? 'Pending'
}

/**
 * The STATUS column of `kubectl get pods`, to the letter. The reason that counts most is looked for last and replaces
 * those before: phase, the Pod's own reason, a scheduling gate, the init container that holds things up, the containers
 * (the first in the list wins), and deletion above all. Source: k8s.io/kubernetes/pkg/printers/internalversion, printPod.
 */
export function podStatus(pod: Pod): string {
  const { metadata, status } = pod
  const phase = status?.phase || 'Pending'
  const gated = status?.conditions?.some(
    (one) => one.type === 'PodScheduled' && one.reason === 'SchedulingGated',
  )
  const before = gated === true ? 'SchedulingGated' : status?.reason || phase

  const initializing = initReason(pod)
  const running = initializing === undefined || holds(pod, 'Initialized')
  const reason = running ? containersReason(pod, initializing ?? before) : initializing

  if (!metadata.deletionTimestamp) return reason
  // The node controller writes NodeLost when a kubelet stopped answering: nobody knows how the Pod is.
  if (status?.reason === 'NodeLost') return 'Unknown'
  return phase === 'Succeeded' || phase === 'Failed' ? reason : 'Terminating'
}

/** What the first init container that is not done says; undefined when all are done, or sidecars that have started. */
function initReason(pod: Pod): string | undefined {
  const specs = pod.spec?.initContainers ?? []
  const sidecars = new Set(specs.filter((one) => one.restartPolicy === 'Always').map((one) => one.name))
  for (const [index, one] of (pod.status?.initContainerStatuses ?? []).entries()) {
    const { terminated, waiting } = one.state ?? {}
    if (terminated?.exitCode === 0) continue
    if (sidecars.has(one.name) && one.started === true) continue
    if (terminated) return `Init:${ending(terminated)}`
    if (waiting?.reason && waiting.reason !== 'PodInitializing') return `Init:${waiting.reason}`
    return `Init:${index}/${specs.length}`
  }
  return undefined
}

/** What the containers say, else `before`; a Pod that says Completed while a container runs is running after all. */
function containersReason(pod: Pod, before: string): string {
  const statuses = pod.status?.containerStatuses ?? []
  const said = statuses.map((one) => stopped(one.state)).find((reason) => reason !== undefined) ?? before
  if (said !== 'Completed' || !statuses.some(isRunning)) return said
  return holds(pod, 'Ready') ? 'Running' : 'NotReady'
}

function stopped(state: ContainerState | null | undefined): string | undefined {
  if (state?.waiting?.reason) return state.waiting.reason
  return state?.terminated ? ending(state.terminated) : undefined
}

function isRunning({ ready, state }: ContainerStatus): boolean {
  return stopped(state) === undefined && ready === true && Boolean(state?.running)
}

function ending({ reason, signal, exitCode }: ContainerStateTerminated): string {
  if (reason) return reason
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode}`
}

function holds(pod: Pod, type: string): boolean {
  return pod.status?.conditions?.find((one) => one.type === type)?.status === 'True'
}
