import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
import { selectorFields } from '../shared/label-selector.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { budgetDetail, budgetSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const podDisruptionBudgets = defineKind({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  scope: 'Namespaced',
  summary: {
    schema: schema.budgetSummary,
    project: budgetSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'spec.minAvailable',
      'spec.maxUnavailable',
      'spec.selector',
      'status.currentHealthy',
      'status.desiredHealthy',
      'status.expectedPods',
      'status.disruptionsAllowed',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.budgetDetail,
    project: budgetDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: {
    group: 'autoscaling',
    description: 'PodDisruptionBudgets and HorizontalPodAutoscalers: lists and details.',
  },
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'spec.maxUnavailable',
    'spec.minAvailable',
    ...selectorFields('spec.selector'),
    'spec.unhealthyPodEvictionPolicy',
    ...conditionFields,
  ],
  samples,
})
