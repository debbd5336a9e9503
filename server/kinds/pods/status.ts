import { hasCondition } from '../shared/conditions.ts'
import type { PodPhase } from './schema.ts'
import { podPhases } from './schema.ts'
import type { Pod } from './model.ts'
import type { ContainerState, ContainerStateTerminated, ContainerStatus } from './model.ts'

/** Returns a Pod's phase. The API server sets Pending on every new Pod, so a missing phase means Pending. */
export function podPhase(pod: Pod): PodPhase {
  return podPhases.find((phase) => phase === pod.status?.phase) ?? 'Pending'
}

/**
 * Returns the STATUS column of `kubectl get pods`, exactly. Later reasons replace earlier ones: the phase,
 * the Pod's own reason, a scheduling gate, the init container that blocks the start, the containers (the
 * first in the list wins), and finally deletion. Source: k8s.io/kubernetes/pkg/printers/internalversion,
 * printPod.
 */
export function podStatus(pod: Pod): string {
  const { metadata, status } = pod
  const phase = status?.phase || 'Pending'
  const gated = status?.conditions?.some(
    (one) => one.type === 'PodScheduled' && one.reason === 'SchedulingGated',
  )
  const before = gated === true ? 'SchedulingGated' : status?.reason || phase

  const initializing = initReason(pod)
  const running = initializing === undefined || hasCondition(pod, 'Initialized')
  const reason = running ? containersReason(pod, initializing ?? before) : initializing

  if (!metadata.deletionTimestamp) return reason
  // The node controller writes NodeLost after a kubelet stopped responding, so the Pod's state is unknown.
  if (status?.reason === 'NodeLost') return 'Unknown'
  return phase === 'Succeeded' || phase === 'Failed' ? reason : 'Terminating'
}

/**
 * Returns the reason of the first init container that has not finished; undefined if all have, or are
 * sidecars that have started.
 */
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

/**
 * Returns the containers' reason, else `before`. A Pod with the reason Completed and a running container
 * counts as running.
 */
function containersReason(pod: Pod, before: string): string {
  const statuses = pod.status?.containerStatuses ?? []
  const said = statuses.map((one) => stopped(one.state)).find((reason) => reason !== undefined) ?? before
  if (said !== 'Completed' || !statuses.some(isRunning)) return said
  return hasCondition(pod, 'Ready') ? 'Running' : 'NotReady'
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
