import type { FromSchema } from 'json-schema-to-ts'
import { quantities } from '../../api/schemas/common.ts'
import { probedConditionsSchema } from '../shared/conditions.ts'
import { labelSelectorSchema } from '../shared/label-selector.ts'
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
  status: {
    ...text,
    description: 'The column STATUS of `kubectl get pvc`: `Pending`, `Bound`, `Lost`, `Terminating`',
  },
  volumeName: { ...text, description: 'The PersistentVolume that the claim is bound to, or asks for' },
  capacity: { ...quantities, description: 'Capacity of the volume; empty until there is one' },
  accessModes: { ...texts, description: 'Access modes of the volume; empty until there is one' },
  storageClassName: text,
  volumeAttributesClassName: text,
} as const
const required = ['status', 'capacity', 'accessModes'] as const

/** A PersistentVolumeClaim in lists and in the live stream. */
export const claimSummary = {
  title: 'PersistentVolumeClaimSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/pvcs/{name}. */
export const claimDetail = {
  title: 'PersistentVolumeClaimDetail',
  type: 'object',
  additionalProperties: false,
  required: [
    ...detailRequired,
    'namespace',
    ...required,
    'requestedAccessModes',
    'requests',
    'limits',
    'volumeMode',
    'conditions',
  ],
  properties: {
    ...detailFields,
    ...namespaceField,
    ...fields,
    requestedAccessModes: texts,
    requests: quantities,
    limits: quantities,
    volumeMode: { ...text, description: '`Filesystem` or `Block`' },
    selector: labelSelectorSchema,
    dataSource: {
      title: 'ClaimDataSource',
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'name'],
      properties: { kind: text, name: text, apiGroup: text, namespace: text },
      description: 'The object that the volume is filled from',
    },
    conditions: probedConditionsSchema('ClaimCondition'),
  },
} as const

export type ClaimSummary = FromSchema<typeof claimSummary>
export type ClaimDetail = FromSchema<typeof claimDetail>
