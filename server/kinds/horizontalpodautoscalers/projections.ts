import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import { projectConditions } from '../shared/conditions.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import { projectMetrics, scaledObject } from './metrics.ts'
import type { HorizontalPodAutoscaler } from './model.ts'
import type { AutoscalerDetail, AutoscalerSummary } from './schema.ts'

/** Projects a HorizontalPodAutoscaler for lists; `now` in milliseconds since 1970. */
export function autoscalerSummary(autoscaler: HorizontalPodAutoscaler, now: number): AutoscalerSummary {
  return { ...commonSummary(autoscaler.metadata, now), ...fieldsOf(autoscaler) }
}

/** Projects a HorizontalPodAutoscaler for its detail response; `now` in milliseconds since 1970. */
export function autoscalerDetail(autoscaler: HorizontalPodAutoscaler, now: number): AutoscalerDetail {
  const { metadata } = autoscaler
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(autoscaler),
    ownerReferences: ownerReferences(metadata),
  }
}

function fieldsOf({ metadata, spec, status }: HorizontalPodAutoscaler) {
  return {
    namespace: metadata.namespace ?? '',
    targetRef: scaledObject(spec?.scaleTargetRef ?? {}),
    // The default of the API server.
    minReplicas: spec?.minReplicas ?? 1,
    maxReplicas: spec?.maxReplicas ?? 0,
    currentReplicas: status?.currentReplicas ?? 0,
    desiredReplicas: status?.desiredReplicas ?? 0,
    metrics: projectMetrics(spec?.metrics ?? [], status?.currentMetrics ?? []),
    conditions: projectConditions(status?.conditions),
    ...omitEmpty({ lastScaleTime: truncateToSeconds(status?.lastScaleTime) }),
  }
}
