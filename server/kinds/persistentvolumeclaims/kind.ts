import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
import { selectorFields } from '../shared/label-selector.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { claimDetail, claimSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const persistentVolumeClaims = defineKind({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  scope: 'Namespaced',
  path: 'pvcs',
  summary: {
    schema: schema.claimSummary,
    project: claimSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'metadata.annotations',
      'metadata.deletionTimestamp',
      'spec.volumeName',
      'spec.storageClassName',
      'spec.volumeAttributesClassName',
      'status.phase',
      'status.capacity',
      'status.accessModes',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.claimDetail,
    project: claimDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: { group: 'storage' },
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'spec.accessModes',
    'spec.dataSource.apiGroup',
    'spec.dataSource.kind',
    'spec.dataSource.name',
    'spec.dataSourceRef.apiGroup',
    'spec.dataSourceRef.kind',
    'spec.dataSourceRef.name',
    'spec.dataSourceRef.namespace',
    'spec.resources.limits',
    'spec.resources.requests',
    ...selectorFields('spec.selector'),
    'spec.storageClassName',
    'spec.volumeAttributesClassName',
    'spec.volumeMode',
    'spec.volumeName',
    'status.accessModes',
    'status.capacity',
    ...conditionFields,
  ],
  samples,
})
