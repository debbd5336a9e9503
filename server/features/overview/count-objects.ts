import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { DaemonSet } from '../../kinds/daemonsets/model.ts'
import type { deploymentStatus } from '../../kinds/deployments/status.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { podPhase, podStatus } from '../../kinds/pods/status.ts'
import type { StatefulSet } from '../../kinds/statefulsets/model.ts'
import { desiredReplicas } from '../../kinds/statefulsets/status.ts'
import type { PodCounts } from './summary-schema.ts'

/** The trouble of a Pod that the score of health counts; undefined for a Pod without. */
type PodTrouble = 'crash' | 'image' | 'unschedulable'

/** The fields of a Pod that are counted. */
export interface CountedPod {
  readonly phase: ReturnType<typeof podPhase>
  readonly trouble: PodTrouble | undefined
}

/** Counts of Pods, with those of the score of health. */
export interface CountedPods {
  readonly counts: PodCounts
  readonly withoutImage: number
  readonly unschedulable: number
}

/** Reasons of the kubelet for an image that it could not pull, besides the same of init containers. */
const IMAGE_FAILURES: ReadonlySet<string> = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
])
const INIT = 'Init:'

/** Reduces a Pod to what is counted, by the column STATUS of kubectl. */
export function countedPod(pod: Pod): CountedPod {
  const status = podStatus(pod)
  const reason = status.startsWith(INIT) ? status.slice(INIT.length) : status
  return { phase: podPhase(pod), trouble: troubleOf(pod, reason) }
}

function troubleOf(pod: Pod, reason: string): PodTrouble | undefined {
  if (reason === 'CrashLoopBackOff') return 'crash'
  if (IMAGE_FAILURES.has(reason)) return 'image'
  const scheduled = conditionOf(pod, 'PodScheduled')
  return scheduled?.status === 'False' && scheduled.reason === 'Unschedulable' ? 'unschedulable' : undefined
}

export function countPods(pods: readonly CountedPod[]): CountedPods {
  const ofPhase = (wanted: CountedPod['phase']) => pods.filter(({ phase }) => phase === wanted).length
  const withTrouble = (wanted: PodTrouble) => pods.filter(({ trouble }) => trouble === wanted).length
  return {
    counts: {
      total: pods.length,
      running: ofPhase('Running'),
      pending: ofPhase('Pending'),
      succeeded: ofPhase('Succeeded'),
      failed: ofPhase('Failed'),
      crashLooping: withTrouble('crash'),
    },
    withoutImage: withTrouble('image'),
    unschedulable: withTrouble('unschedulable'),
  }
}

export function countDeployments(all: readonly ReturnType<typeof deploymentStatus>[]) {
  return {
    total: all.length,
    available: countOf(all, 'Available'),
    progressing: countOf(all, 'Progressing'),
    degraded: countOf(all, 'Degraded'),
  }
}

/** Counts objects by whether each is ready. */
export function countReady(all: readonly boolean[]) {
  const ready = countOf(all, true)
  return { total: all.length, ready, notReady: all.length - ready }
}

/** Whether every desired Pod of a StatefulSet is ready. */
export function isStatefulSetReady(object: StatefulSet): boolean {
  return (object.status?.readyReplicas ?? 0) >= desiredReplicas(object)
}

/** Whether the Pod of a DaemonSet is ready on every node that should run it. */
export function isDaemonSetReady({ status }: DaemonSet): boolean {
  return (status?.numberReady ?? 0) >= (status?.desiredNumberScheduled ?? 0)
}

/** Returns the number of elements that equal a value. */
export function countOf<T>(all: readonly T[], wanted: T): number {
  return all.filter((one) => one === wanted).length
}
