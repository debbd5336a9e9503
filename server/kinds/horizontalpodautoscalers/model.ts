import type { Condition, List, ObjectMeta, Time } from '../../cluster/objects.ts'

/** autoscaling/v2 CrossVersionObjectReference. */
export interface ScaledObject {
  apiVersion?: string
  kind?: string
  name?: string
}

/** autoscaling/v2 MetricTarget, and MetricValueStatus, which has no type. */
export interface MetricValues {
  type?: string
  value?: string | null
  averageValue?: string | null
  averageUtilization?: number | null
}

/** The five sources of autoscaling/v2 in one: each has some of the fields, with `target` in the spec and `current` in the status. */
export interface MetricSource {
  name?: string
  container?: string
  metric?: { name?: string } | null
  describedObject?: ScaledObject | null
  target?: MetricValues | null
  current?: MetricValues | null
}

/** autoscaling/v2 MetricSpec and MetricStatus: the type says which source is set. */
export interface Metric {
  type?: string
  resource?: MetricSource | null
  containerResource?: MetricSource | null
  pods?: MetricSource | null
  object?: MetricSource | null
  external?: MetricSource | null
}

/** autoscaling/v2 HorizontalPodAutoscaler: the fields the service reads. */
export interface HorizontalPodAutoscaler {
  metadata: ObjectMeta
  spec?: {
    scaleTargetRef?: ScaledObject | null
    minReplicas?: number | null
    maxReplicas?: number
    metrics?: List<Metric>
  }
  status?: {
    currentReplicas?: number
    desiredReplicas?: number
    currentMetrics?: List<Metric>
    conditions?: List<Condition>
    lastScaleTime?: Time
  }
}
