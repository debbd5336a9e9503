import { defineRoute } from '../../api/define-route.ts'
import { namespaceName, objectName } from '../../api/schemas/common.ts'
import { right } from '../../kinds/define-kind.ts'
import { nodeMetrics, podMetrics } from '../../kinds/metrics/kinds.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import type { PodMetricsQuery } from './read-metrics.ts'
import { nodeMetricsList, podMetricsList, type NodeMetricsList, type PodMetricsList } from './schema.ts'

/** Reads usage in the context of the request. */
export interface MetricsReader {
  pods(query: PodMetricsQuery): Promise<PodMetricsList>
  nodes(): Promise<NodeMetricsList>
}

interface MetricsScope {
  readonly metrics: MetricsReader
}

const DESCRIPTION =
  'From metrics.k8s.io, which metrics-server serves; read at most every 15 s for each namespace, and `X-Cache-Age-Ms` says how long ago. 503 where the cluster has no metrics.'

const usage = { cpu: '12345678n', memory: '24528Ki', cpuMillicores: 13, memoryBytes: 25_116_672 } as const
const measurement = { window: '15.2s', timestamp: '2026-11-27T12:00:00Z' } as const

export const metricsRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/metrics/pods',
    summary: 'List the usage of CPU and memory by container',
    operationId: 'listPodMetrics',
    description: `${DESCRIPTION} With \`deployment\`, \`namespace\` is required.`,
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        namespace: { ...namespaceName, description: 'Omitted: all namespaces the service may read' },
        deployment: { ...objectName, description: 'Only Pods of this Deployment, by ownership' },
      },
    } as const,
    response: podMetricsList,
    example: {
      metrics: [
        {
          pod: 'storefront-6d5f9c7b8-x2x7k',
          namespace: 'shop',
          container: 'web',
          ...usage,
          requests: { cpu: '50m', memory: '64Mi' },
          limits: { memory: '128Mi' },
          memoryPercentOfLimit: 18,
        },
      ],
      ...measurement,
    },
    audience: 'cluster-authorized',
    problems: ['UNAVAILABLE', 'NOT_FOUND'],
    access: [right('list', podMetrics) as Right, right('list', pods) as Right],
    handle: async ({ query: { namespace, deployment } }, { metrics }: MetricsScope) =>
      metrics.pods({ namespace, deployment }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/metrics/nodes',
    summary: 'List the usage of CPU and memory by node',
    operationId: 'listNodeMetrics',
    description: DESCRIPTION,
    response: nodeMetricsList,
    example: {
      metrics: [
        {
          node: 'worker-1',
          ...usage,
          allocatable: { cpu: '4', memory: '16Gi' },
          cpuPercent: 0,
          memoryPercent: 0,
        },
      ],
      ...measurement,
    },
    audience: 'cluster-authorized',
    problems: ['UNAVAILABLE'],
    access: [right('list', nodeMetrics) as Right, right('list', nodes) as Right],
    handle: async (_request, { metrics }: MetricsScope) => metrics.nodes(),
  }),
]
