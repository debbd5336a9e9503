import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { ownedPodsRoute } from '../shared/owned-pods.ts'
import { imagesOf, unreadOfTemplate } from '../shared/pod-template.ts'
import { jobDetail, jobSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const jobs = defineKind({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  scope: 'Namespaced',
  summary: {
    schema: schema.jobSummary,
    project: jobSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'spec.completions',
      'spec.parallelism',
      'spec.template.spec.containers.image',
      'status.active',
      'status.succeeded',
      'status.failed',
      'status.startTime',
      'status.completionTime',
      'status.conditions',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: { schema: schema.jobDetail, project: jobDetail, expiresAt: ageExpiresAt },
  stream: true,
  search: ({ spec }) => ({ images: imagesOf(spec?.template?.spec) }),
  rbac: { group: 'jobs', description: 'Jobs and CronJobs: lists, details.' },
  cache: {
    drop: [...unreadOfTemplate('spec.template'), 'spec.podFailurePolicy', 'status.uncountedTerminatedPods'],
  },
  extraRoutes: (kind) => [ownedPodsRoute(kind)],
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'spec.template.spec.containers.image',
    ...conditionFields,
  ],
  samples,
})
