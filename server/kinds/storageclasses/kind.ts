import { defineKind } from '../define-kind.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { storageClassDetail, storageClassSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const storageClasses = defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  scope: 'Cluster',
  summary: {
    schema: schema.storageClassSummary,
    project: storageClassSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.annotations',
      'provisioner',
      'reclaimPolicy',
      'volumeBindingMode',
      'allowVolumeExpansion',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.storageClassDetail,
    project: storageClassDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: {
    group: 'storage',
    description: 'PersistentVolumes, PersistentVolumeClaims and StorageClasses: lists and details.',
  },
  visibleFields: [
    ...detailMetadataFields,
    ...ownerReferenceFields,
    'allowedTopologies.matchLabelExpressions.key',
    'allowedTopologies.matchLabelExpressions.values',
    'mountOptions',
    'parameters',
    'provisioner',
    'reclaimPolicy',
    'volumeBindingMode',
  ],
  samples,
})
