import { complete } from '../default-metadata.ts'
import { pullFailure } from '../kubelet/images.ts'
import { runningStatus, summarize, terminatedStatus, waitingStatus } from '../kubelet/status.ts'
import { kindNamed } from '../kinds.ts'
import { type KubeObject, timestamp } from '../object.ts'
import type { Container, ContainerStatus, Pod, PodStatus } from '../types.ts'
import { withDefaults } from '../writes/defaults.ts'
import { managedAfter } from '../writes/fields.ts'

const pods = kindNamed('pods')

/** The current state of a Pod. */
export type Life = 'running' | 'crashing' | 'bad-image' | 'completed' | 'failed' | 'pending'

export interface PodShape {
  object: KubeObject
  life: Life
  /** The creation time in milliseconds since the epoch. */
  born: number
  manager: string
  hostIP?: string
  podIP?: string
}

/** Returns a Pod in the middle or at the end of its life, as its kubelet would have reported it. */
export function seededPod({ object, life, born, manager, hostIP, podIP }: PodShape, now: number): Pod {
  const created = complete(pods, withDefaults(pods, object), born)
  const managed = managedAfter(undefined, created, { manager, now: born })
  const pod = { ...created, metadata: { ...created.metadata, managedFields: managed } } as Pod
  if (life === 'pending') return pod
  const started = born + 4000
  const uid = pod.metadata.uid ?? ''
  const status: PodStatus = {
    ...pod.status,
    ...(hostIP === undefined ? {} : { hostIP, hostIPs: [{ ip: hostIP }] }),
    ...(podIP === undefined ? {} : { podIP, podIPs: [{ ip: podIP }] }),
    startTime: timestamp(born),
    ...initStatuses(pod, uid, started),
    containerStatuses: pod.spec.containers.map((container) =>
      containerStatus(container, life, pod, started, now),
    ),
  }
  const full = { ...pod, status: summarize(pod, status, started) }
  const managedFields = managedAfter(pod, full, { manager: 'kubelet', now: started, subresource: 'status' })
  return { ...full, metadata: { ...full.metadata, managedFields } }
}

function initStatuses({ spec }: Pod, uid: string, started: number): Pick<PodStatus, 'initContainerStatuses'> {
  if (spec.initContainers === undefined) return {}
  return {
    initContainerStatuses: spec.initContainers.map((container) => {
      const ran = runningStatus(waitingStatus(container, 'PodInitializing'), uid, started - 2000, false)
      return { ...terminatedStatus(ran, 0, started - 1000), ready: true }
    }),
  }
}

function containerStatus(
  container: Container,
  life: Life,
  pod: Pod,
  started: number,
  now: number,
): ContainerStatus {
  const waiting = waitingStatus(container, 'ContainerCreating')
  const { name, namespace, uid = '' } = pod.metadata
  if (life === 'running') return runningStatus(waiting, uid, started, true)
  if (life === 'completed' || life === 'failed')
    return terminatedStatus(
      runningStatus(waiting, uid, started, true),
      life === 'completed' ? 0 : 1,
      started + 2000,
    )
  if (life === 'bad-image') {
    const failure = pullFailure(container.image)
    if (failure === undefined) return runningStatus(waiting, uid, started, true)
    const message = `Back-off pulling image "${container.image}": ErrImagePull: ${failure}`
    return { ...waiting, state: { waiting: { reason: 'ImagePullBackOff', message } } }
  }
  const restartCount = Math.max(3, Math.floor((now - started) / 310_000))
  const ran = runningStatus({ ...waiting, restartCount: restartCount - 1 }, uid, now - 32_000, false)
  const { state, ...ended } = terminatedStatus(ran, 1, now - 30_000)
  const where = `container=${container.name} pod=${name}_${namespace}(${uid})`
  const message = `back-off 5m0s restarting failed ${where}`
  return {
    ...ended,
    restartCount,
    lastState: state,
    state: { waiting: { reason: 'CrashLoopBackOff', message } },
  }
}
