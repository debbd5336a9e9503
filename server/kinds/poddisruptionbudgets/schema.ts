import type { FromSchema } from 'json-schema-to-ts'
import { conditionsSchema } from '../shared/conditions.ts'
import { labelSelectorSchema } from '../shared/label-selector.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const text = { type: 'string' } as const
const count = { type: 'integer' } as const
const amount = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  description: 'A number of Pods or a percentage',
} as const

const fields = {
  minAvailable: amount,
  maxUnavailable: amount,
  currentHealthy: count,
  desiredHealthy: count,
  expectedPods: count,
  disruptionsAllowed: {
    ...count,
    description: 'Pods that may be evicted now: ALLOWED DISRUPTIONS of `kubectl get poddisruptionbudgets`',
  },
  selector: labelSelectorSchema,
} as const
const required = ['currentHealthy', 'desiredHealthy', 'expectedPods', 'disruptionsAllowed'] as const

/** A PodDisruptionBudget in lists and in the live stream. */
export const budgetSummary = {
  title: 'PodDisruptionBudgetSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/poddisruptionbudgets/{name}. */
export const budgetDetail = {
  title: 'PodDisruptionBudgetDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required, 'conditions'],
  properties: {
    ...detailFields,
    ...namespaceField,
    ...fields,
    unhealthyPodEvictionPolicy: { ...text, description: '`IfHealthyBudget` or `AlwaysAllow`' },
    conditions: conditionsSchema,
  },
} as const

export type BudgetSummary = FromSchema<typeof budgetSummary>
export type BudgetDetail = FromSchema<typeof budgetDetail>
