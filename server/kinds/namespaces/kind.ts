import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { namespaceDetail, namespaceSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const namespaces = defineKind({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  scope: 'Cluster',
  summary: {
    schema: schema.namespaceSummary,
    project: namespaceSummary,
    reads: [...summaryMetadataReads, 'metadata.annotations', 'status.phase'],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.namespaceDetail,
    project: namespaceDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: {
    group: 'namespaces',
    description:
      'Namespaces: lists and details. In scope `namespaces` a list has the granted ones, and the stream none.',
  },
  descriptions: {
    list: 'Where the service has rights in some namespaces only (`rbac.scope=namespaces`), these are listed.',
  },
  visibleFields: [
    ...detailMetadataFields,
    'metadata.finalizers',
    ...ownerReferenceFields,
    'spec.finalizers',
    ...conditionFields,
    'status.phase',
  ],
  samples,
})
