import { defineKind } from '../define-kind.ts'
import { detailMetadataFields, ownerReferenceFields, summaryMetadataReads } from '../shared/metadata.ts'
import { imagesOf, unreadOfTemplate } from '../shared/pod-template.ts'
import { cronJobDetail, cronJobExpiresAt, cronJobSummary } from './projections.ts'
import { cronJobRoutes } from './routes.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const cronJobs = defineKind({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  scope: 'Namespaced',
  summary: {
    schema: schema.cronJobSummary,
    project: cronJobSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'metadata.deletionTimestamp',
      'spec.schedule',
      'spec.timeZone',
      'spec.suspend',
      'spec.concurrencyPolicy',
      'status.active',
      'status.lastScheduleTime',
      'status.lastSuccessfulTime',
    ],
    expiresAt: cronJobExpiresAt,
  },
  detail: { schema: schema.cronJobDetail, project: cronJobDetail, expiresAt: cronJobExpiresAt },
  stream: true,
  search: ({ spec }) => ({ images: imagesOf(spec?.jobTemplate?.spec?.template?.spec) }),
  rbac: { group: 'jobs' },
  cache: {
    drop: [...unreadOfTemplate('spec.jobTemplate.spec.template'), 'spec.jobTemplate.spec.podFailurePolicy'],
  },
  extraRoutes: cronJobRoutes,
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'spec.concurrencyPolicy',
    'spec.schedule',
    'spec.timeZone',
  ],
  samples,
})
