import type { Deployment, DeploymentStatus, ReplicaSet } from '../types.ts'
import { deploymentConditions } from './conditions.ts'
import { resolveFenceposts } from './rollout.ts'

/**
 * Computes a Deployment's status from its ReplicaSets (calculateStatus); zero counts are omitted, as
 * omitempty does.
 */
export function deploymentStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  current: ReplicaSet | undefined,
  now: number,
): DeploymentStatus {
  const { spec, metadata } = deployment
  const sum = (count: (set: ReplicaSet) => number | undefined): number =>
    all.reduce((total, set) => total + (count(set) ?? 0), 0)
  const available = sum(({ status }) => status.availableReplicas)
  const counts = {
    replicas: sum(({ status }) => status.replicas),
    updatedReplicas: current?.status.replicas ?? 0,
    readyReplicas: sum(({ status }) => status.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(sum((set) => set.spec.replicas) - available, 0),
  }
  const shown: DeploymentStatus = {
    ...(metadata.generation === undefined ? {} : { observedGeneration: metadata.generation }),
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  }
  const { maxSurge = '25%', maxUnavailable = '25%' } = spec.strategy.rollingUpdate ?? {}
  const { unavailable } =
    spec.strategy.type === 'Recreate'
      ? { unavailable: 0 }
      : resolveFenceposts(maxSurge, maxUnavailable, spec.replicas)
  const conditions = deploymentConditions(deployment, shown, unavailable, current?.metadata.name, now)
  return { ...shown, conditions }
}
