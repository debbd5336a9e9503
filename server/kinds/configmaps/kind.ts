import { defineKind } from '../define-kind.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { configMapDetail, configMapSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const configMaps = defineKind({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  summary: {
    schema: schema.configMapSummary,
    project: configMapSummary,
    reads: [...summaryMetadataReads, 'metadata.namespace', 'data', 'binaryData', 'immutable'],
    expiresAt: ageExpiresAt,
  },
  detail: { schema: schema.configMapDetail, project: configMapDetail, expiresAt: ageExpiresAt },
  stream: true,
  rbac: { group: 'configmaps', description: 'ConfigMaps: lists without values, and details with them.' },
  cache: {
    drop: ['metadata.annotations', 'metadata.ownerReferences'],
    sizes: { fields: { data: 'utf-8', binaryData: 'base64' }, inDetails: false },
    detailFrom: 'api',
  },
  visibleFields: [
    'binaryData',
    'data',
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
  ],
  samples,
})
