import type { HorizontalPodAutoscaler, Metric } from './model.ts'

const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'storefront' }

const metrics: readonly Metric[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
  {
    type: 'ContainerResource',
    containerResource: {
      name: 'memory',
      container: 'web',
      target: { type: 'AverageValue', averageValue: '200Mi' },
    },
  },
  {
    type: 'Pods',
    pods: { metric: { name: 'sessions' }, target: { type: 'AverageValue', averageValue: '500' } },
  },
  {
    type: 'Object',
    object: {
      metric: { name: 'requests_per_second' },
      describedObject: ingress,
      target: { type: 'Value', value: '2k' },
    },
  },
  {
    type: 'Object',
    object: {
      metric: { name: 'open_connections' },
      describedObject: ingress,
      target: { type: 'AverageValue', averageValue: '100' },
    },
  },
  {
    type: 'External',
    external: { metric: { name: 'queue_length' }, target: { type: 'AverageValue', averageValue: '30' } },
  },
  {
    type: 'External',
    external: { metric: { name: 'backlog' }, target: { type: 'Value', value: '15' } },
  },
]

const currentMetrics: readonly Metric[] = [
  {
    type: 'Resource',
    resource: { name: 'cpu', current: { averageUtilization: 62, averageValue: '124m' } },
  },
  { type: 'Resource', resource: { name: 'memory', current: { averageValue: '642Mi' } } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'memory', container: 'web', current: { averageValue: '152Mi' } },
  },
  { type: 'Pods', pods: { metric: { name: 'sessions' }, current: { averageValue: '431' } } },
  {
    type: 'Object',
    object: {
      metric: { name: 'requests_per_second' },
      describedObject: ingress,
      current: { value: '1750' },
    },
  },
  {
    type: 'Object',
    object: {
      metric: { name: 'open_connections' },
      describedObject: ingress,
      current: { value: '261', averageValue: '87' },
    },
  },
  { type: 'External', external: { metric: { name: 'queue_length' }, current: { averageValue: '12' } } },
  { type: 'External', external: { metric: { name: 'backlog' }, current: { value: '9' } } },
]

export const samples: readonly [HorizontalPodAutoscaler, ...HorizontalPodAutoscaler[]] = [
  {
    metadata: {
      name: 'storefront',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0025',
      resourceVersion: '5170',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { app: 'storefront' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'storefront' },
      minReplicas: 2,
      maxReplicas: 10,
      metrics,
    },
    status: {
      currentReplicas: 3,
      desiredReplicas: 3,
      currentMetrics,
      conditions: [
        {
          type: 'AbleToScale',
          status: 'True',
          reason: 'ReadyForNewScale',
          message: 'recommended size matches current size',
          lastTransitionTime: '2026-10-02T08:00:13Z',
        },
      ],
      lastScaleTime: '2026-11-27T09:14:02Z',
    },
  },
  {
    metadata: {
      name: 'search',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0026',
      resourceVersion: '5171',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'search' },
      minReplicas: 1,
      maxReplicas: 4,
      metrics: metrics.slice(0, 1),
    },
    status: { currentReplicas: 0, desiredReplicas: 0, currentMetrics: null },
  },
]
