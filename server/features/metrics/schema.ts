import type { FromSchema } from 'json-schema-to-ts'
import { quantities, quantity, timestamp } from '../../api/schemas/common.ts'

const text = { type: 'string' } as const
const count = { type: 'integer' } as const

const usage = {
  cpu: { ...quantity, description: 'As the metrics API reports it: `12345678n`' },
  memory: { ...quantity, description: 'As the metrics API reports it: `24528Ki`' },
  cpuMillicores: { ...count, description: 'Rounded up, as `kubectl top` prints it' },
  memoryBytes: count,
} as const
const usageRequired = ['cpu', 'memory', 'cpuMillicores', 'memoryBytes'] as const

const measurement = {
  window: {
    ...text,
    description: 'Length of time that the newest measurement covers: `15.2s`; absent without metrics',
  },
  timestamp: { ...timestamp, description: 'Time of the newest measurement; absent without metrics' },
} as const

/** Response of GET /api/metrics/pods. */
export const podMetricsList = {
  title: 'PodMetricsList',
  type: 'object',
  additionalProperties: false,
  required: ['metrics'],
  properties: {
    metrics: {
      type: 'array',
      items: {
        title: 'ContainerMetrics',
        type: 'object',
        additionalProperties: false,
        required: ['pod', 'namespace', 'container', ...usageRequired, 'requests', 'limits'],
        properties: {
          pod: text,
          namespace: text,
          container: text,
          ...usage,
          requests: quantities,
          limits: quantities,
          cpuPercentOfLimit: { ...count, description: 'Rounded down; absent without a limit' },
          memoryPercentOfLimit: { ...count, description: 'Rounded down; absent without a limit' },
        },
      },
      description: 'Each container that was measured, ordered by namespace, Pod and container',
    },
    ...measurement,
  },
} as const

/** Response of GET /api/metrics/nodes. */
export const nodeMetricsList = {
  title: 'NodeMetricsList',
  type: 'object',
  additionalProperties: false,
  required: ['metrics'],
  properties: {
    metrics: {
      type: 'array',
      items: {
        title: 'NodeMetricsItem',
        type: 'object',
        additionalProperties: false,
        required: ['node', ...usageRequired, 'allocatable'],
        properties: {
          node: text,
          ...usage,
          allocatable: quantities,
          cpuPercent: {
            ...count,
            description: 'Share of `allocatable`, rounded down, as `kubectl top nodes` prints it',
          },
          memoryPercent: { ...count, description: 'The same of memory' },
        },
      },
    },
    ...measurement,
  },
} as const

export type PodMetricsList = FromSchema<typeof podMetricsList>
export type NodeMetricsList = FromSchema<typeof nodeMetricsList>
