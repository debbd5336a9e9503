import type { FromSchema } from 'json-schema-to-ts'
import { quantities, timestamp } from '../../api/schemas/common.ts'
import { detailFields, detailRequired, summaryFields, summaryRequired } from '../shared/schema.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const

const fields = {
  status: {
    ...text,
    description:
      'The column STATUS of `kubectl get pv`: `Available`, `Bound`, `Released`, `Failed`, `Terminating`',
  },
  capacity: quantities,
  accessModes: {
    ...texts,
    description: '`ReadWriteOnce`, `ReadOnlyMany`, `ReadWriteMany`, `ReadWriteOncePod`',
  },
  persistentVolumeReclaimPolicy: { ...text, description: '`Retain`, `Delete` or `Recycle`' },
  storageClassName: text,
  volumeAttributesClassName: text,
  claimRef: {
    title: 'ClaimReference',
    type: 'object',
    additionalProperties: false,
    required: ['namespace', 'name'],
    properties: { namespace: text, name: text },
    description: 'The claim that the volume is bound to, or reserved for',
  },
  reason: { ...text, description: 'Why the volume has failed, in one word' },
} as const
const required = ['status', 'capacity', 'accessModes', 'persistentVolumeReclaimPolicy'] as const

/** A PersistentVolume in lists and in the live stream. */
export const volumeSummary = {
  title: 'PersistentVolumeSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, ...required],
  properties: { ...summaryFields, ...fields },
} as const

/** Response of GET /api/pvs/{name}. */
export const volumeDetail = {
  title: 'PersistentVolumeDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, ...required, 'volumeMode', 'mountOptions'],
  properties: {
    ...detailFields,
    ...fields,
    volumeMode: { ...text, description: '`Filesystem` or `Block`' },
    mountOptions: texts,
    source: {
      title: 'PersistentVolumeSource',
      type: 'object',
      additionalProperties: false,
      required: ['type'],
      properties: {
        type: {
          ...text,
          description: 'The kind of storage, as the field of the spec is named: `csi`, `nfs`, `hostPath`',
        },
        driver: { ...text, description: 'CSI driver' },
        volumeHandle: { ...text, description: 'Id of the volume at its CSI driver' },
      },
    },
    message: { ...text, description: 'Why the volume has failed' },
    lastPhaseTransitionTime: timestamp,
  },
} as const

export type VolumeSummary = FromSchema<typeof volumeSummary>
export type VolumeDetail = FromSchema<typeof volumeDetail>
