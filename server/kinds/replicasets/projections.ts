import { projectProbedConditions } from '../shared/conditions.ts'
import { projectSelector } from '../shared/label-selector.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { templateImages } from '../shared/pod-template.ts'
import type { ReplicaSet } from './model.ts'
import type { ReplicaSetDetail, ReplicaSetSummary } from './schema.ts'

/** Projects a ReplicaSet for lists; `now` in milliseconds since 1970. */
export function replicaSetSummary(object: ReplicaSet, now: number): ReplicaSetSummary {
  return { ...commonSummary(object.metadata, now), ...fieldsOf(object) }
}

/** Projects a ReplicaSet for its detail response; `now` in milliseconds since 1970. */
export function replicaSetDetail(object: ReplicaSet, now: number): ReplicaSetDetail {
  const { metadata, spec, status } = object
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(object),
    selector: projectSelector(spec?.selector),
    conditions: projectProbedConditions(status?.conditions),
    ownerReferences: ownerReferences(metadata),
  }
}

/** The columns of kubectl. Source: k8s.io/kubernetes, printers/internalversion, printReplicaSet. */
function fieldsOf({ metadata, spec, status }: ReplicaSet) {
  return {
    namespace: metadata.namespace ?? '',
    // The default of apps/v1 is one; a ReplicaSet that no controller has reconciled yet has no status.
    replicas: {
      desired: spec?.replicas ?? 1,
      current: status?.replicas ?? 0,
      ready: status?.readyReplicas ?? 0,
    },
    images: templateImages(spec?.template),
  }
}
