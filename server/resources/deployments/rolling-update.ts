import type { IntOrString } from '../../kube/pod-object.ts'

export interface RollingUpdate {
  maxSurge: number
  maxUnavailable: number
}

interface Asked {
  maxSurge?: IntOrString | null
  maxUnavailable?: IntOrString | null
}

/** What apps/v1 sets where a Deployment says nothing (SetDefaults_Deployment). */
const DEFAULT = '25%'

/**
 * How far a rolling update may go above and below `replicas`, in Pods: percentages of surge rounded up, of unavailable
 * rounded down, and one unavailable where both come to nothing, since nothing could move otherwise. What cannot be read
 * counts as nothing at all. Source: k8s.io/kubernetes/pkg/controller/deployment/util, ResolveFenceposts.
 */
export function resolveRollingUpdate(asked: Asked | null | undefined, replicas: number): RollingUpdate {
  const maxSurge = resolve(asked?.maxSurge ?? DEFAULT, replicas, Math.ceil)
  const maxUnavailable = resolve(asked?.maxUnavailable ?? DEFAULT, replicas, Math.floor)
  if (maxSurge === undefined || maxUnavailable === undefined) return { maxSurge: 0, maxUnavailable: 0 }
  return { maxSurge, maxUnavailable: maxSurge === 0 && maxUnavailable === 0 ? 1 : maxUnavailable }
}

function resolve(value: IntOrString, replicas: number, round: (value: number) => number): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  const percent = /^(\d{1,9})%$/.exec(value)?.[1]
  return percent === undefined ? undefined : round((Number(percent) * replicas) / 100)
}
