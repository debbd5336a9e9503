import type { StatefulSet } from './model.ts'
import type { StatefulSetSummary } from './schema.ts'

/**
 * Returns a StatefulSet's rollout status in one word; the first matching rule decides. A StatefulSet is Available exactly if
 * `kubectl rollout status` is done with it (k8s.io/kubectl/pkg/polymorphichelpers, StatefulSetStatusViewer), which does not take
 * OnDelete. The rules are stated in the schema.
 */
export function statefulSetStatus(object: StatefulSet): StatefulSetSummary['status'] {
  const { metadata, status } = object
  const desired = desiredReplicas(object)
  // Until the controller has observed the newest spec, its counts describe an older one.
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return 'Progressing'
  if ((status?.replicas ?? 0) < desired) return 'Progressing'
  if ((status?.updatedReplicas ?? 0) < rollingReplicas(object)) return 'Progressing'
  if ((status?.readyReplicas ?? 0) >= desired) return 'Available'
  // The controller makes the update revision the current one once every Pod has it and is ready.
  const isRolling = rollingReplicas(object) === desired && status?.currentRevision !== status?.updateRevision
  return isRolling ? 'Progressing' : 'Degraded'
}

/** Returns the number of Pods that the controller replaces by itself when the template changes. */
export function rollingReplicas(object: StatefulSet): number {
  const { type = 'RollingUpdate', rollingUpdate } = object.spec?.updateStrategy ?? {}
  if (type !== 'RollingUpdate') return 0
  return Math.max(0, desiredReplicas(object) - (rollingUpdate?.partition ?? 0))
}

/** Returns spec.replicas; the API server's default is one. */
export function desiredReplicas({ spec }: StatefulSet): number {
  return spec?.replicas ?? 1
}
