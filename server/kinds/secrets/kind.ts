import { defineKind } from '../define-kind.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { secretDetail, secretSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

/**
 * Values of Secrets are cut from the bytes that the API server sends, before anything parses them: neither lists nor details nor
 * caches hold one. The annotations are not cached either, since kubectl keeps a copy of the values in them.
 */
export const secrets = defineKind({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
  summary: {
    schema: schema.secretSummary,
    project: secretSummary,
    reads: [...summaryMetadataReads, 'metadata.namespace', 'type', 'data', 'immutable'],
    expiresAt: ageExpiresAt,
  },
  detail: { schema: schema.secretDetail, project: secretDetail, expiresAt: ageExpiresAt },
  stream: true,
  rbac: {
    group: 'secrets',
    description:
      'Secrets: names, types, keys and sizes. Kubernetes has no right to those alone: it grants the values too.',
    default: false,
  },
  cache: {
    drop: ['metadata.annotations', 'metadata.ownerReferences', 'stringData'],
    sizes: { fields: { data: 'base64' }, inDetails: true },
    detailFrom: 'api',
  },
  // Of `data` the keys.
  visibleFields: ['data', ...detailMetadataFields, 'metadata.namespace', ...ownerReferenceFields, 'type'],
  samples,
})
