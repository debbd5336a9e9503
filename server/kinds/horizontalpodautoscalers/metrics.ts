import { omitEmpty } from '../shared/omit-empty.ts'
import type { Metric, MetricSource, MetricValues, ScaledObject } from './model.ts'
import type { AutoscalerMetric } from './schema.ts'

/**
 * Projects the metrics of an autoscaler. The controller writes the status of each at the index of its spec; one of another
 * metric is that of an earlier spec. Source: k8s.io/kubernetes, printers/internalversion, formatHPAMetrics.
 */
export function projectMetrics(specs: readonly Metric[], statuses: readonly Metric[]): AutoscalerMetric[] {
  return specs.map((spec, at) => metricOf(spec, statuses[at]))
}

function metricOf(spec: Metric, status: Metric | undefined): AutoscalerMetric {
  const source = sourceOf(spec)
  const name = nameOf(source)
  const { container, describedObject, target } = source
  const reported = status !== undefined && status.type === spec.type ? sourceOf(status) : {}
  const isSame = nameOf(reported) === name && (reported.container ?? '') === (container ?? '')
  return {
    type: spec.type ?? '',
    name,
    target: { type: target?.type ?? '', value: valueOf(target, target?.type) ?? '' },
    ...omitEmpty({
      container: container || undefined,
      object: describedObject && scaledObject(describedObject),
      current: isSame ? valueOf(reported.current, target?.type) : undefined,
    }),
  }
}

/** Projects a reference to an object that is scaled or described. */
export function scaledObject({ apiVersion, kind, name }: ScaledObject) {
  return { kind: kind ?? '', name: name ?? '', ...omitEmpty({ apiVersion: apiVersion || undefined }) }
}

/** Returns the source that is set; the API server ensures that it is that of the type. */
function sourceOf({ resource, containerResource, pods, object, external }: Metric): MetricSource {
  return resource ?? containerResource ?? pods ?? object ?? external ?? {}
}

function nameOf({ name, metric }: MetricSource): string {
  return name ?? metric?.name ?? ''
}

/** Returns the value of the target's type; undefined while it is unknown. */
function valueOf(values: MetricValues | null | undefined, type: string | undefined): string | undefined {
  const { averageUtilization, averageValue, value } = values ?? {}
  if (type === 'Utilization')
    return typeof averageUtilization === 'number' ? `${averageUtilization}%` : undefined
  return (type === 'Value' ? value : averageValue) ?? undefined
}
