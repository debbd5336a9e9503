import type { FromSchema } from 'json-schema-to-ts'
import { annotations, timestamp } from '../../api/schemas/common.ts'
import { conditionsSchema } from '../shared/conditions.ts'
import { detailFields, detailRequired, summaryFields, summaryRequired } from '../shared/schema.ts'

const status = { type: 'string', description: '`Active` or `Terminating`' } as const

/** A Namespace in lists and in the live stream. */
export const namespaceSummary = {
  title: 'NamespaceSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'status', 'annotations'],
  properties: { ...summaryFields, status, annotations },
} as const

/** Response of GET /api/namespaces/{name}. */
export const namespaceDetail = {
  title: 'NamespaceDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'status', 'finalizers', 'conditions'],
  properties: {
    ...detailFields,
    status,
    deletionTimestamp: { ...timestamp, description: 'Time of the request to delete it' },
    finalizers: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Steps before its removal: those of the spec (`kubernetes` until its objects are gone), then those of the metadata',
    },
    conditions: {
      ...conditionsSchema,
      description: 'While it is terminating: the state of the deletion of its objects, and what it waits for',
    },
  },
} as const

export type NamespaceSummary = FromSchema<typeof namespaceSummary>
export type NamespaceDetail = FromSchema<typeof namespaceDetail>
