import type { FromSchema } from 'json-schema-to-ts'
import { quantities } from '../../api/schemas/common.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const

const fields = {
  hard: {
    ...quantities,
    description:
      'The limit of each resource that the quota controller enforces; `requests.cpu`, `pods`, `count/jobs.batch`',
  },
  used: { ...quantities, description: 'The use of each resource, as last counted' },
} as const

/** A ResourceQuota in lists and in the live stream. */
export const quotaSummary = {
  title: 'ResourceQuotaSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', 'hard', 'used'],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/resourcequotas/{name}. */
export const quotaDetail = {
  title: 'ResourceQuotaDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', 'hard', 'used', 'declared', 'scopes', 'scopeSelector'],
  properties: {
    ...detailFields,
    ...namespaceField,
    ...fields,
    declared: { ...quantities, description: 'The limits of the spec, which may not be enforced yet' },
    scopes: {
      ...texts,
      description: 'Scopes that objects have to match to count: `BestEffort`, `NotTerminating`',
    },
    scopeSelector: {
      type: 'array',
      items: {
        title: 'QuotaScopeRequirement',
        type: 'object',
        additionalProperties: false,
        required: ['scopeName', 'operator', 'values'],
        properties: { scopeName: text, operator: text, values: texts },
      },
    },
  },
} as const

export type QuotaSummary = FromSchema<typeof quotaSummary>
export type QuotaDetail = FromSchema<typeof quotaDetail>
