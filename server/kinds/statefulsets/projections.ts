import { projectProbedConditions } from '../shared/conditions.ts'
import { resolveIntOrPercent } from '../shared/int-or-percent.ts'
import { projectSelector } from '../shared/label-selector.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import { templateImages } from '../shared/pod-template.ts'
import type { ClaimTemplate, StatefulSet } from './model.ts'
import type { StatefulSetDetail, StatefulSetSummary } from './schema.ts'
import { desiredReplicas, statefulSetStatus } from './status.ts'

/** Projects a StatefulSet for lists; `now` in milliseconds since 1970. */
export function statefulSetSummary(object: StatefulSet, now: number): StatefulSetSummary {
  return { ...commonSummary(object.metadata, now), ...fieldsOf(object) }
}

/** Projects a StatefulSet for its detail response; `now` in milliseconds since 1970. */
export function statefulSetDetail(object: StatefulSet, now: number): StatefulSetDetail {
  const { metadata, spec, status } = object
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(object),
    volumeClaimTemplates: (spec?.volumeClaimTemplates ?? []).map(claimTemplate),
    conditions: projectProbedConditions(status?.conditions),
    ownerReferences: ownerReferences(metadata),
  }
}

function fieldsOf(object: StatefulSet) {
  const { metadata, spec, status } = object
  return {
    namespace: metadata.namespace ?? '',
    replicas: {
      desired: desiredReplicas(object),
      ready: status?.readyReplicas ?? 0,
      current: status?.currentReplicas ?? 0,
      updated: status?.updatedReplicas ?? 0,
      available: status?.availableReplicas ?? 0,
    },
    status: statefulSetStatus(object),
    images: templateImages(spec?.template),
    ...omitEmpty({ serviceName: spec?.serviceName || undefined }),
    updateStrategy: updateStrategy(object),
    podManagementPolicy: spec?.podManagementPolicy ?? 'OrderedReady',
    selector: projectSelector(spec?.selector),
  }
}

function updateStrategy(object: StatefulSet): StatefulSetSummary['updateStrategy'] {
  const { type = 'RollingUpdate', rollingUpdate } = object.spec?.updateStrategy ?? {}
  if (type !== 'RollingUpdate') return { type }
  const unavailable = rollingUpdate?.maxUnavailable ?? 1
  return {
    type,
    rollingUpdate: {
      partition: rollingUpdate?.partition ?? 0,
      // At least one, as the controller resolves it. Source: getStatefulSetMaxUnavailable.
      maxUnavailable: Math.max(1, resolveIntOrPercent(unavailable, desiredReplicas(object), Math.floor) ?? 1),
    },
  }
}

function claimTemplate({ metadata, spec }: ClaimTemplate): StatefulSetDetail['volumeClaimTemplates'][number] {
  return {
    name: metadata?.name ?? '',
    accessModes: [...(spec?.accessModes ?? [])],
    requests: spec?.resources?.requests ?? {},
    ...omitEmpty({ storageClassName: spec?.storageClassName }),
    volumeMode: spec?.volumeMode ?? 'Filesystem',
  }
}
