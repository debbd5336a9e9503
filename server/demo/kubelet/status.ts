import { createHash } from 'node:crypto'
import { timestamp } from '../object.ts'
import type { Condition, Container, ContainerState, ContainerStatus, Pod, PodStatus } from '../types.ts'

/** Returns a container's status before it has run. */
export function waitingStatus({ name, image }: Container, reason: string): ContainerStatus {
  return {
    name,
    state: { waiting: { reason } },
    lastState: {},
    ready: false,
    restartCount: 0,
    image,
    imageID: '',
    started: false,
  }
}

/** Returns a container's status while it runs. */
export function runningStatus(
  before: ContainerStatus,
  podUid: string,
  now: number,
  ready: boolean,
): ContainerStatus {
  const digest = createHash('sha256').update(before.image).digest('hex')
  return {
    ...before,
    state: { running: { startedAt: timestamp(now) } },
    ready,
    started: true,
    imageID: `${before.image.replace(/[:@][^/]*$/, '')}@sha256:${digest}`,
    containerID: containerId(podUid, before.name, before.restartCount),
  }
}

/** Returns a container's status after it has ended. */
export function terminatedStatus(before: ContainerStatus, exitCode: number, now: number): ContainerStatus {
  const terminated: NonNullable<ContainerState['terminated']> = {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: before.state.running?.startedAt ?? timestamp(now),
    finishedAt: timestamp(now),
    containerID: before.containerID ?? '',
  }
  return { ...before, state: { terminated }, ready: false, started: false }
}

/** Returns the runtime's container id, which is the same for the same restart of the same container. */
function containerId(podUid: string, name: string, restart: number): string {
  return `containerd://${createHash('sha256').update(`${podUid}/${name}/${restart}`).digest('hex')}`
}

/** Computes phase and conditions from a Pod's container statuses (kubelet's getPhase and status manager). */
export function summarize(pod: Pod, status: PodStatus, now: number): PodStatus {
  const init = status.initContainerStatuses ?? []
  const main = status.containerStatuses ?? []
  const phase = phaseOf(pod, main)
  const incomplete = init.filter(({ state }) => state.terminated?.exitCode !== 0).map(({ name }) => name)
  const unready = main.filter(({ ready }) => !ready).map(({ name }) => name)
  const sandbox = status.podIP !== undefined && phase !== 'Succeeded' && phase !== 'Failed'
  const over = phase === 'Succeeded' || phase === 'Failed'
  const readiness = over
    ? { status: 'False' as const, reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' }
    : unready.length > 0
      ? {
          status: 'False' as const,
          reason: 'ContainersNotReady',
          message: `containers with unready status: [${unready.join(' ')}]`,
        }
      : { status: 'True' as const }
  const initialized =
    incomplete.length > 0
      ? {
          status: 'False' as const,
          reason: 'ContainersNotInitialized',
          message: `containers with incomplete status: [${incomplete.join(' ')}]`,
        }
      : { status: 'True' as const, ...(phase === 'Succeeded' ? { reason: 'PodCompleted' } : {}) }
  const wanted: Record<string, Wanted> = {
    PodReadyToStartContainers: { status: sandbox ? 'True' : 'False' },
    Initialized: initialized,
    Ready: readiness,
    ContainersReady: readiness,
    PodScheduled: { status: 'True' },
  }
  const observedGeneration = pod.metadata.generation ?? 1
  const conditions = Object.entries(wanted).map(([type, condition]) =>
    renewed(status.conditions, type, condition, observedGeneration, now),
  )
  return { ...status, observedGeneration, phase, conditions }
}

type Wanted = Pick<Condition, 'status' | 'reason' | 'message'>

function renewed(
  conditions: readonly Condition[] | undefined,
  type: string,
  wanted: Wanted,
  observedGeneration: number,
  now: number,
): Condition {
  const before = conditions?.find((condition) => condition.type === type)
  const lastTransitionTime = before?.status === wanted.status ? before.lastTransitionTime : timestamp(now)
  return { type, observedGeneration, lastProbeTime: null, lastTransitionTime, ...wanted }
}

function phaseOf({ spec }: Pod, main: readonly ContainerStatus[]): PodStatus['phase'] {
  const policy = spec.restartPolicy ?? 'Always'
  const ended = main.filter(({ state }) => state.terminated !== undefined)
  const failed = ended.some(({ state }) => state.terminated?.exitCode !== 0)
  if (main.length > 0 && ended.length === main.length && policy !== 'Always') {
    if (!failed) return 'Succeeded'
    if (policy === 'Never') return 'Failed'
  }
  const hasRun = main.some(
    ({ state, lastState }) => state.waiting === undefined || lastState?.terminated !== undefined,
  )
  return hasRun ? 'Running' : 'Pending'
}
