import type { FromSchema } from 'json-schema-to-ts'
import { age, annotations, ownerReferences, stringMap, timestamp } from '../../api/schemas/common.ts'

const names = { type: 'array', items: { type: 'string' } } as const

export const serviceAccountSummary = {
  title: 'ServiceAccountSummary',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'namespace', 'secrets', 'labels', 'age', 'createdAt'],
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    secrets: { type: 'integer', description: 'The column SECRETS of `kubectl get serviceaccounts`' },
    labels: stringMap,
    age,
    createdAt: timestamp,
  },
} as const

/** Response of GET /api/serviceaccounts/{name}. */
export const serviceAccountDetail = {
  title: 'ServiceAccountDetail',
  type: 'object',
  additionalProperties: false,
  required: [
    'name',
    'namespace',
    'uid',
    'createdAt',
    'age',
    'labels',
    'annotations',
    'secrets',
    'imagePullSecrets',
    'automountServiceAccountToken',
    'ownerReferences',
  ],
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    uid: { type: 'string' },
    createdAt: timestamp,
    age,
    labels: stringMap,
    annotations,
    secrets: { ...names, description: 'Names of the Secrets that its Pods may mount' },
    imagePullSecrets: { ...names, description: 'Names of the Secrets for pulling the images of its Pods' },
    automountServiceAccountToken: {
      type: 'boolean',
      description: 'Whether its Pods get a token, unless they say otherwise; true where it is not set',
    },
    ownerReferences,
  },
} as const

export type ServiceAccountSummary = FromSchema<typeof serviceAccountSummary>
export type ServiceAccountDetail = FromSchema<typeof serviceAccountDetail>
