import type {
  HorizontalPodAutoscaler,
  Metric,
  MetricValues,
} from '../../server/kinds/horizontalpodautoscalers/model.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, expectedDetail, expectedSummary, kubeTime, labelPatch, labels } from './parts.ts'
import { replicasets } from './replicasets.ts'

export const horizontalpodautoscalers: KindFixture<HorizontalPodAutoscaler> = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  path: 'hpa',
  namespaced: true,
  event: 'horizontalpodautoscaler',
  listed: 'everywhere',
  stem: 'autoscaler',
  make: (random, { namespace = '', name }) =>
    autoscaler(
      namespace,
      name,
      {
        // Of no replicas: the controller does not scale it, and has nothing to report in Events while it exists.
        scaleTargetRef: {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${replicasets.stem}-${random.below(replicasets.churn.names)}`,
        },
        minReplicas: 1 + random.below(2),
        maxReplicas: 3 + random.below(3),
        metrics: metrics.slice(0, 1 + random.below(metrics.length)),
      },
      { labels: labels(random), annotations: annotations(random) },
    ),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({ ...expectedDetail(one), ...fieldsOf(one) }),
  columns: (item) => {
    const { targetRef, minReplicas, maxReplicas, currentReplicas } = item as unknown as Printed
    return {
      NAME: String(item['name']),
      REFERENCE: `${targetRef.kind}/${targetRef.name}`,
      TARGETS: targetsText((item as unknown as Printed).metrics),
      MINPODS: String(minReplicas),
      MAXPODS: String(maxReplicas),
      REPLICAS: String(currentReplicas),
    }
  },
  cachedRead: ({ namespace }) => `/api/hpa?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    autoscaler(namespace, 'example', { ...nobody, maxReplicas: 3, metrics }),
    autoscaler(namespace, 'by-default', { ...nobody, minReplicas: 2, maxReplicas: 5 }),
    autoscaler(namespace, 'two', { ...nobody, maxReplicas: 5, metrics: metrics.slice(4, 6) }),
    autoscaler(namespace, 'by-average', { ...nobody, maxReplicas: 5, metrics: metrics.slice(1, 3) }),
    autoscaler(namespace, 'of-pods', { ...nobody, maxReplicas: 5, metrics: metrics.slice(3, 4) }),
    autoscaler(namespace, 'outside', { ...nobody, maxReplicas: 5, metrics: metrics.slice(6) }),
  ],
  inShop: () => 'example',
  churn: {
    names: 2,
    created: 1,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      { weight: 1, patch: (random) => ({ spec: { maxReplicas: 3 + random.below(5) } }) },
      {
        weight: 2,
        subresource: 'status',
        patch: (random) => ({
          status: {
            currentReplicas: random.below(4),
            desiredReplicas: random.below(4),
            lastScaleTime: kubeTime(Date.now()),
            currentMetrics: [
              {
                type: 'Resource',
                resource: {
                  name: random.pick(['cpu', 'memory']),
                  current: { averageUtilization: random.below(100), averageValue: '10m' },
                },
              },
            ],
          },
        }),
      },
    ],
  },
}

const nobody = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'nobody' } }
const described = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'example' }

const metrics: readonly Metric[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
  {
    type: 'ContainerResource',
    containerResource: {
      name: 'cpu',
      container: 'main',
      target: { type: 'Utilization', averageUtilization: 60 },
    },
  },
  {
    type: 'Pods',
    pods: { metric: { name: 'sessions' }, target: { type: 'AverageValue', averageValue: '500m' } },
  },
  {
    type: 'Object',
    object: {
      metric: { name: 'requests' },
      describedObject: described,
      target: { type: 'Value', value: '2k' },
    },
  },
  {
    type: 'External',
    external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '30' } },
  },
  { type: 'External', external: { metric: { name: 'backlog' }, target: { type: 'Value', value: '15' } } },
]

function autoscaler(namespace: string, name: string, spec: object, metadata: object = {}) {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace, ...metadata },
    spec,
  }
}

function fieldsOf({ spec, status }: HorizontalPodAutoscaler) {
  return {
    targetRef: spec?.scaleTargetRef,
    minReplicas: spec?.minReplicas,
    maxReplicas: spec?.maxReplicas,
    currentReplicas: status?.currentReplicas ?? 0,
    desiredReplicas: status?.desiredReplicas ?? 0,
    metrics: (spec?.metrics ?? []).map((one, at) => expectedMetric(one, status?.currentMetrics?.[at])),
    conditions: status?.conditions ?? [],
    ...(status?.lastScaleTime ? { lastScaleTime: status.lastScaleTime } : {}),
  }
}

const FIELDS = {
  Resource: 'resource',
  ContainerResource: 'containerResource',
  Pods: 'pods',
  Object: 'object',
  External: 'external',
} as const

function expectedMetric(spec: Metric, status: Metric | undefined) {
  const field = FIELDS[spec.type as keyof typeof FIELDS]
  const source = spec[field]
  const reported = status?.type === spec.type ? status?.[field] : undefined
  const name = source?.name ?? source?.metric?.name
  const type = source?.target?.type
  const value = (values: MetricValues | null | undefined) => {
    if (type === 'Utilization')
      return typeof values?.averageUtilization === 'number' ? `${values.averageUtilization}%` : undefined
    return type === 'Value' ? values?.value : values?.averageValue
  }
  const current = (reported?.name ?? reported?.metric?.name) === name ? value(reported?.current) : undefined
  return {
    type: spec.type,
    name,
    ...(source?.container ? { container: source.container } : {}),
    ...(source?.describedObject ? { object: source.describedObject } : {}),
    target: { type, value: value(source?.target) },
    ...(current === undefined ? {} : { current }),
  }
}

interface Printed {
  targetRef: { kind: string; name: string }
  minReplicas: number
  maxReplicas: number
  currentReplicas: number
  metrics: readonly PrintedMetric[]
}

interface PrintedMetric {
  type: string
  name: string
  target: { type: string; value: string }
  current?: string
}

/** The column TARGETS. Source: k8s.io/kubernetes, printers/internalversion, formatHPAMetrics. */
function targetsText(all: readonly PrintedMetric[]): string {
  if (all.length === 0) return '<none>'
  const texts = all.slice(0, 2).map(({ type, name, target, current = '<unknown>' }) => {
    const text = `${current}/${target.value}`
    if (type === 'Resource' || type === 'ContainerResource') return `${name}: ${text}`
    return type !== 'Pods' && target.type === 'AverageValue' ? `${text} (avg)` : text
  })
  const more = all.length - 2
  return texts.join(', ') + (more > 0 ? ` + ${more} more...` : '')
}
