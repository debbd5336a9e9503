import type { FromSchema } from 'json-schema-to-ts'
import { timestamp } from '../../api/schemas/common.ts'
import { conditionsSchema } from '../shared/conditions.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const text = { type: 'string' } as const
const count = { type: 'integer' } as const

const object = {
  title: 'CrossVersionObjectReference',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name'],
  properties: { apiVersion: text, kind: text, name: text },
} as const

const metric = {
  title: 'AutoscalerMetric',
  type: 'object',
  additionalProperties: false,
  required: ['type', 'name', 'target'],
  properties: {
    type: {
      ...text,
      description:
        '`Resource`, `ContainerResource`, `Pods`, `Object` (with the `object` that the metric describes) or `External`',
    },
    name: { ...text, description: 'Name of the resource (`cpu`) or of the metric' },
    container: { ...text, description: 'Container of the Pods, for type `ContainerResource`' },
    object,
    target: {
      title: 'MetricTarget',
      type: 'object',
      additionalProperties: false,
      required: ['type', 'value'],
      properties: {
        type: {
          ...text,
          description: '`Utilization` (of what the Pods request), `AverageValue` (of all Pods) or `Value`',
        },
        value: { ...text, description: 'A quantity, or a percentage (`80%`) for type `Utilization`' },
      },
    },
    current: {
      ...text,
      description: 'As the value of the target; absent while it is unknown (`<unknown>` in kubectl)',
    },
  },
} as const

const fields = {
  targetRef: object,
  minReplicas: count,
  maxReplicas: count,
  currentReplicas: count,
  desiredReplicas: count,
  metrics: { type: 'array', items: metric },
  conditions: conditionsSchema,
  lastScaleTime: timestamp,
} as const
const required = [
  'targetRef',
  'minReplicas',
  'maxReplicas',
  'currentReplicas',
  'desiredReplicas',
  'metrics',
  'conditions',
] as const

/** A HorizontalPodAutoscaler in lists and in the live stream. */
export const autoscalerSummary = {
  title: 'HorizontalPodAutoscalerSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/hpa/{name}. */
export const autoscalerDetail = {
  title: 'HorizontalPodAutoscalerDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required],
  properties: { ...detailFields, ...namespaceField, ...fields },
} as const

export type AutoscalerSummary = FromSchema<typeof autoscalerSummary>
export type AutoscalerDetail = FromSchema<typeof autoscalerDetail>
export type AutoscalerMetric = FromSchema<typeof metric>
