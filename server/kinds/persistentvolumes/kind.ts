import { defineKind } from '../define-kind.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { volumeDetail, volumeSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const persistentVolumes = defineKind({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  scope: 'Cluster',
  path: 'pvs',
  summary: {
    schema: schema.volumeSummary,
    project: volumeSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.deletionTimestamp',
      'spec.capacity',
      'spec.accessModes',
      'spec.persistentVolumeReclaimPolicy',
      'spec.storageClassName',
      'spec.volumeAttributesClassName',
      'spec.claimRef',
      'status.phase',
      'status.reason',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.volumeDetail,
    project: volumeDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: { group: 'storage' },
  visibleFields: [
    ...detailMetadataFields,
    ...ownerReferenceFields,
    'spec.accessModes',
    'spec.capacity',
    'spec.claimRef.name',
    'spec.claimRef.namespace',
    'spec.csi.driver',
    'spec.csi.volumeHandle',
    'spec.mountOptions',
    'spec.persistentVolumeReclaimPolicy',
    'spec.storageClassName',
    'spec.volumeAttributesClassName',
    'spec.volumeMode',
    'status.message',
    'status.reason',
  ],
  samples,
})
