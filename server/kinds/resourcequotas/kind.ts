import { defineKind } from '../define-kind.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { quotaDetail, quotaSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const resourceQuotas = defineKind({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  scope: 'Namespaced',
  summary: {
    schema: schema.quotaSummary,
    project: quotaSummary,
    reads: [...summaryMetadataReads, 'metadata.namespace', 'status.hard', 'status.used'],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.quotaDetail,
    project: quotaDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: {
    group: 'policies',
    description: 'ResourceQuotas, LimitRanges and NetworkPolicies: lists and details.',
  },
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'spec.hard',
    'spec.scopeSelector.matchExpressions.operator',
    'spec.scopeSelector.matchExpressions.scopeName',
    'spec.scopeSelector.matchExpressions.values',
    'spec.scopes',
    'status.hard',
    'status.used',
  ],
  samples,
})
