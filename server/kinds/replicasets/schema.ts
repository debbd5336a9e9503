import type { FromSchema } from 'json-schema-to-ts'
import { age, stringMap, timestamp } from '../../api/schemas/common.ts'

export const replicaSetSummary = {
  title: 'ReplicaSetSummary',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'namespace', 'replicas', 'images', 'labels', 'age', 'createdAt'],
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
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
    images: { type: 'array', items: { type: 'string' } },
    labels: stringMap,
    age,
    createdAt: timestamp,
  },
} as const

export type ReplicaSetSummary = FromSchema<typeof replicaSetSummary>
