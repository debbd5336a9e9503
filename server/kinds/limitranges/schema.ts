import type { FromSchema } from 'json-schema-to-ts'
import { quantities } from '../../api/schemas/common.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const limits = {
  type: 'array',
  items: {
    title: 'LimitRangeItem',
    type: 'object',
    additionalProperties: false,
    required: ['type', 'max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'],
    properties: {
      type: { type: 'string', description: '`Container`, `Pod` or `PersistentVolumeClaim`' },
      max: quantities,
      min: quantities,
      default: { ...quantities, description: 'Limits of containers that state none' },
      defaultRequest: { ...quantities, description: 'Requests of containers that state none' },
      maxLimitRequestRatio: quantities,
    },
  },
} as const

/** A LimitRange in lists and in the live stream. */
export const limitRangeSummary = {
  title: 'LimitRangeSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', 'limits'],
  properties: { ...summaryFields, ...namespaceField, limits },
} as const

/** Response of GET /api/limitranges/{name}. */
export const limitRangeDetail = {
  title: 'LimitRangeDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', 'limits'],
  properties: { ...detailFields, ...namespaceField, limits },
} as const

export type LimitRangeSummary = FromSchema<typeof limitRangeSummary>
export type LimitRangeDetail = FromSchema<typeof limitRangeDetail>
