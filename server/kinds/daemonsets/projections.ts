import { resolveIntOrPercent } from '../shared/int-or-percent.ts'
import { projectSelector } from '../shared/label-selector.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { templateImages } from '../shared/pod-template.ts'
import type { DaemonSet } from './model.ts'
import type { DaemonSetDetail, DaemonSetSummary } from './schema.ts'
import { daemonSetStatus, rollsByItself } from './status.ts'

/** Projects a DaemonSet for lists; `now` in milliseconds since 1970. */
export function daemonSetSummary(object: DaemonSet, now: number): DaemonSetSummary {
  return { ...commonSummary(object.metadata, now), ...fieldsOf(object) }
}

/** Projects a DaemonSet for its detail response; `now` in milliseconds since 1970. */
export function daemonSetDetail(object: DaemonSet, now: number): DaemonSetDetail {
  const { metadata, spec } = object
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(object),
    selector: projectSelector(spec?.selector),
    ownerReferences: ownerReferences(metadata),
  }
}

/** The columns of kubectl. Source: k8s.io/kubernetes, printers/internalversion, printDaemonSet. */
function fieldsOf(object: DaemonSet) {
  const { metadata, spec, status } = object
  return {
    namespace: metadata.namespace ?? '',
    desired: status?.desiredNumberScheduled ?? 0,
    current: status?.currentNumberScheduled ?? 0,
    ready: status?.numberReady ?? 0,
    updated: status?.updatedNumberScheduled ?? 0,
    available: status?.numberAvailable ?? 0,
    misscheduled: status?.numberMisscheduled ?? 0,
    status: daemonSetStatus(object),
    images: templateImages(spec?.template),
    updateStrategy: updateStrategy(object),
    nodeSelector: spec?.template?.spec?.nodeSelector ?? {},
  }
}

/**
 * Both percentages round up, and if both numbers are zero one Pod may be unavailable, since the rollout could not progress
 * otherwise. Source: k8s.io/kubernetes/pkg/controller/daemon, updatedDesiredNodeCounts.
 */
function updateStrategy(object: DaemonSet): DaemonSetSummary['updateStrategy'] {
  const { type = 'RollingUpdate', rollingUpdate } = object.spec?.updateStrategy ?? {}
  if (!rollsByItself(object)) return { type }
  const nodes = object.status?.desiredNumberScheduled ?? 0
  const maxSurge = resolveIntOrPercent(rollingUpdate?.maxSurge ?? 0, nodes, Math.ceil) ?? 0
  const maxUnavailable = resolveIntOrPercent(rollingUpdate?.maxUnavailable ?? 1, nodes, Math.ceil) ?? 0
  return {
    type,
    rollingUpdate: {
      maxSurge,
      maxUnavailable: maxSurge === 0 && maxUnavailable === 0 ? 1 : maxUnavailable,
    },
  }
}
