import { defineKind } from '../define-kind.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { limitRangeDetail, limitRangeSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const limitRanges = defineKind({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  scope: 'Namespaced',
  summary: {
    schema: schema.limitRangeSummary,
    project: limitRangeSummary,
    reads: [...summaryMetadataReads, 'metadata.namespace', 'spec.limits'],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.limitRangeDetail,
    project: limitRangeDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: { group: 'policies' },
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'spec.limits.default',
    'spec.limits.defaultRequest',
    'spec.limits.max',
    'spec.limits.maxLimitRequestRatio',
    'spec.limits.min',
    'spec.limits.type',
  ],
  samples,
})
