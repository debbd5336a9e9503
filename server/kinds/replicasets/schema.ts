import type { FromSchema } from 'json-schema-to-ts'
import { probedConditionsSchema } from '../shared/conditions.ts'
import { labelSelectorSchema } from '../shared/label-selector.ts'
import { imagesSchema } from '../shared/pod-template.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const fields = {
  replicas: {
    title: 'ReplicaSetReplicas',
    type: 'object',
    additionalProperties: false,
    required: ['desired', 'current', 'ready'],
    properties: {
      desired: { type: 'integer' },
      current: { type: 'integer' },
      ready: { type: 'integer' },
    },
    description: 'The columns DESIRED, CURRENT and READY of `kubectl get replicasets`',
  },
  images: imagesSchema,
} as const
const required = ['replicas', 'images'] as const

/** A ReplicaSet in lists and in the live stream. */
export const replicaSetSummary = {
  title: 'ReplicaSetSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/replicasets/{name}. */
export const replicaSetDetail = {
  title: 'ReplicaSetDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required, 'selector', 'conditions'],
  properties: {
    ...detailFields,
    ...namespaceField,
    ...fields,
    selector: labelSelectorSchema,
    conditions: probedConditionsSchema('ReplicaSetCondition'),
  },
} as const

export type ReplicaSetSummary = FromSchema<typeof replicaSetSummary>
export type ReplicaSetDetail = FromSchema<typeof replicaSetDetail>
