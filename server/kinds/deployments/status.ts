import { conditionOf, hasCondition } from '../shared/conditions.ts'
import type { DeploymentSummary } from './schema.ts'
import type { Deployment } from './model.ts'

/**
 * Returns a Deployment's rollout status in one word; the first matching rule decides. The counts are compared
 * as by `kubectl rollout status` (k8s.io/kubectl/pkg/polymorphichelpers, DeploymentStatusViewer). Degraded
 * and Paused are additions of this service.
 */
export function deploymentStatus(object: Deployment): DeploymentSummary['status'] {
  const { metadata, spec, status } = object
  const desired = desiredReplicas(object)
  const updated = status?.updatedReplicas ?? 0
  const available = status?.availableReplicas ?? 0
  const progressing = conditionOf(object, 'Progressing')

  // Until the controller has observed the newest spec, its counts and conditions describe an older one.
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return 'Progressing'
  if (progressing?.status === 'False') return 'Degraded'
  if (hasCondition(object, 'ReplicaFailure')) return 'Degraded'

  const oldLeft = (status?.replicas ?? 0) > updated
  // NewReplicaSetAvailable means that this rollout was complete once, so Pods that are unavailable now became
  // so later.
  const becoming = available < updated && progressing?.reason !== 'NewReplicaSetAvailable'
  if (updated < desired || oldLeft || becoming) return spec?.paused === true ? 'Paused' : 'Progressing'
  return available < desired ? 'Degraded' : 'Available'
}

/** Returns spec.replicas; the API server's default is one. */
export function desiredReplicas(object: Deployment): number {
  return object.spec?.replicas ?? 1
}
