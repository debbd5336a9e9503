import type { IntOrString } from '../../cluster/objects.ts'
import { resolveIntOrPercent } from '../shared/int-or-percent.ts'

export interface RollingUpdate {
  maxSurge: number
  maxUnavailable: number
}

interface RollingUpdateSpec {
  maxSurge?: IntOrString | null
  maxUnavailable?: IntOrString | null
}

/** Default of apps/v1 (SetDefaults_Deployment). */
const DEFAULT = '25%'

/**
 * Resolves maxSurge and maxUnavailable to Pods: surge percentages round up, unavailable ones round down, and
 * if both are zero one Pod may be unavailable, since the rollout could not progress otherwise. Unreadable
 * values count as zero for both. Source: k8s.io/kubernetes/pkg/controller/deployment/util, ResolveFenceposts.
 */
export function resolveRollingUpdate(
  asked: RollingUpdateSpec | null | undefined,
  replicas: number,
): RollingUpdate {
  const maxSurge = resolveIntOrPercent(asked?.maxSurge ?? DEFAULT, replicas, Math.ceil)
  const maxUnavailable = resolveIntOrPercent(asked?.maxUnavailable ?? DEFAULT, replicas, Math.floor)
  if (maxSurge === undefined || maxUnavailable === undefined) return { maxSurge: 0, maxUnavailable: 0 }
  return { maxSurge, maxUnavailable: maxSurge === 0 && maxUnavailable === 0 ? 1 : maxUnavailable }
}
