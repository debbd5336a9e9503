import type { DaemonSet } from './model.ts'
import type { DaemonSetSummary } from './schema.ts'

/**
 * Returns a DaemonSet's rollout status in one word; the first matching rule decides. A DaemonSet is Available exactly if
 * `kubectl rollout status` is done with it (k8s.io/kubectl/pkg/polymorphichelpers, DaemonSetStatusViewer), which does not take
 * OnDelete. The rules are stated in the schema.
 */
export function daemonSetStatus(object: DaemonSet): DaemonSetSummary['status'] {
  const { metadata, status } = object
  const desired = status?.desiredNumberScheduled ?? 0
  // Until the controller has observed the newest spec, its counts describe an older one.
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return 'Progressing'
  if ((status?.currentNumberScheduled ?? 0) < desired) return 'Progressing'
  if (rollsByItself(object) && (status?.updatedNumberScheduled ?? 0) < desired) return 'Progressing'
  return (status?.numberAvailable ?? 0) < desired ? 'Degraded' : 'Available'
}

/** Whether the controller replaces the Pods when the template changes. */
export function rollsByItself({ spec }: DaemonSet): boolean {
  return (spec?.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate'
}
