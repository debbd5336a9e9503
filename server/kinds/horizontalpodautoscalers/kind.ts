import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { autoscalerDetail, autoscalerSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const horizontalPodAutoscalers = defineKind({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  scope: 'Namespaced',
  path: 'hpa',
  summary: {
    schema: schema.autoscalerSummary,
    project: autoscalerSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'spec.scaleTargetRef',
      'spec.minReplicas',
      'spec.maxReplicas',
      'spec.metrics',
      'status.currentReplicas',
      'status.desiredReplicas',
      'status.currentMetrics',
      'status.conditions',
      'status.lastScaleTime',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.autoscalerDetail,
    project: autoscalerDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: { group: 'autoscaling' },
  cache: { drop: ['spec.behavior'] },
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    ...referenceFields('spec.scaleTargetRef'),
    ...metricFields(),
    ...conditionFields,
  ],
  samples,
})

function referenceFields(path: string): string[] {
  return ['apiVersion', 'kind', 'name'].map((field) => `${path}.${field}`)
}

/** Returns the visible fields of metrics: of their specs, and the current values of their statuses. */
function metricFields(): string[] {
  const [spec, status] = ['spec.metrics', 'status.currentMetrics']
  return [
    `${spec}.type`,
    ...['resource', 'containerResource'].map((source) => `${spec}.${source}.name`),
    `${spec}.containerResource.container`,
    ...['pods', 'object', 'external'].map((source) => `${spec}.${source}.metric.name`),
    ...referenceFields(`${spec}.object.describedObject`),
    ...['resource', 'containerResource', 'pods', 'object', 'external'].flatMap((source) => [
      `${spec}.${source}.target.type`,
      `${spec}.${source}.target.averageValue`,
      `${status}.${source}.current.averageValue`,
    ]),
    ...['object', 'external'].flatMap((source) => [
      `${spec}.${source}.target.value`,
      `${status}.${source}.current.value`,
    ]),
  ]
}
