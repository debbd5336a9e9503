import type { FromSchema } from 'json-schema-to-ts'
import { stringMap } from '../../api/schemas/common.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'
import { keySizes } from '../shared/sizes.ts'

const fields = {
  binaryKeys: { ...keySizes, description: 'Keys of `binaryData`, with the sizes of the decoded values' },
  immutable: { type: 'boolean' },
} as const

/** A ConfigMap in lists and in the live stream: never its values. */
export const configMapSummary = {
  title: 'ConfigMapSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', 'keys', 'binaryKeys', 'immutable'],
  properties: {
    ...summaryFields,
    ...namespaceField,
    keys: {
      ...keySizes,
      description:
        'Keys of `data`, with the sizes of the values in UTF-8; with `binaryKeys`, as many as the column DATA of `kubectl get configmaps` says',
    },
    ...fields,
  },
} as const

/** Response of GET /api/configmaps/{name}. */
export const configMapDetail = {
  title: 'ConfigMapDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', 'data', 'binaryKeys', 'immutable'],
  properties: { ...detailFields, ...namespaceField, data: stringMap, ...fields },
} as const

export type ConfigMapSummary = FromSchema<typeof configMapSummary>
export type ConfigMapDetail = FromSchema<typeof configMapDetail>
