import type { FromSchema } from 'json-schema-to-ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'
import { keySizes } from '../shared/sizes.ts'

const fields = {
  type: { type: 'string', examples: ['Opaque', 'kubernetes.io/tls'] },
  keys: {
    ...keySizes,
    description:
      'Keys of `data`, with the sizes of the decoded values; as many as the column DATA of `kubectl get secrets` says',
  },
  immutable: { type: 'boolean' },
} as const
const required = ['type', 'keys', 'immutable'] as const

/** A Secret in lists and in the live stream: never its values. */
export const secretSummary = {
  title: 'SecretSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/secrets/{name}: never its values. */
export const secretDetail = {
  title: 'SecretDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required],
  properties: { ...detailFields, ...namespaceField, ...fields },
} as const

export type SecretSummary = FromSchema<typeof secretSummary>
export type SecretDetail = FromSchema<typeof secretDetail>
