import type { DeploymentSummary } from '../../contract/deployment.ts'
import type { Condition, Deployment } from '../../kube/objects.ts'

/**
 * A Deployment's roll-out in one word; the first rule that holds decides. The counts are compared as `kubectl rollout
 * status` compares them (k8s.io/kubectl/pkg/polymorphichelpers, DeploymentStatusViewer), which knows no Degraded or
 * Paused: those are this service's.
 */
export function deploymentStatus(object: Deployment): DeploymentSummary['status'] {
  const { metadata, spec, status } = object
  const desired = desiredReplicas(object)
  const updated = status?.updatedReplicas ?? 0
  const available = status?.availableReplicas ?? 0
  const progressing = condition(object, 'Progressing')

  // Until the controller has seen the newest spec, its counts and conditions speak of an older one.
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return 'Progressing'
  if (progressing?.status === 'False') return 'Degraded'
  if (condition(object, 'ReplicaFailure')?.status === 'True') return 'Degraded'

  const oldLeft = (status?.replicas ?? 0) > updated
  // NewReplicaSetAvailable says this roll-out was complete once: what is unavailable now was lost later.
  const becoming = available < updated && progressing?.reason !== 'NewReplicaSetAvailable'
  if (updated < desired || oldLeft || becoming) return spec?.paused === true ? 'Paused' : 'Progressing'
  return available < desired ? 'Degraded' : 'Available'
}

/** The Pods asked for; the API server's default is one. */
export function desiredReplicas(object: Deployment): number {
  return object.spec?.replicas ?? 1
}

function condition(object: Deployment, type: string): Condition | undefined {
  return object.status?.conditions?.find((one) => one.type === type)
}
