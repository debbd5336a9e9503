import type { FromSchema } from 'json-schema-to-ts'
import { stringMap } from '../../api/schemas/common.ts'
import { detailFields, detailRequired, summaryFields, summaryRequired } from '../shared/schema.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const

const fields = {
  provisioner: text,
  reclaimPolicy: {
    ...text,
    description: '`Delete` or `Retain`, for volumes that are provisioned by the class',
  },
  volumeBindingMode: { ...text, description: '`Immediate` or `WaitForFirstConsumer`' },
  allowVolumeExpansion: { type: 'boolean' },
  default: {
    type: 'boolean',
    description: 'Whether claims without a class get this one: `(default)` in `kubectl get storageclasses`',
  },
} as const
const required = [
  'provisioner',
  'reclaimPolicy',
  'volumeBindingMode',
  'allowVolumeExpansion',
  'default',
] as const

/** A StorageClass in lists and in the live stream. */
export const storageClassSummary = {
  title: 'StorageClassSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, ...required],
  properties: { ...summaryFields, ...fields },
} as const

/** Response of GET /api/storageclasses/{name}. */
export const storageClassDetail = {
  title: 'StorageClassDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, ...required, 'parameters', 'mountOptions', 'allowedTopologies'],
  properties: {
    ...detailFields,
    ...fields,
    parameters: { ...stringMap, description: 'Parameters of the provisioner' },
    mountOptions: texts,
    allowedTopologies: {
      type: 'array',
      description: 'Topologies in which volumes may be provisioned; none: all of the provisioner',
      items: {
        title: 'TopologyTerm',
        type: 'object',
        additionalProperties: false,
        required: ['matchLabelExpressions'],
        properties: {
          matchLabelExpressions: {
            type: 'array',
            items: {
              title: 'TopologyRequirement',
              type: 'object',
              additionalProperties: false,
              required: ['key', 'values'],
              properties: { key: text, values: texts },
            },
          },
        },
      },
    },
  },
} as const

export type StorageClassSummary = FromSchema<typeof storageClassSummary>
export type StorageClassDetail = FromSchema<typeof storageClassDetail>
