import { defineKind } from '../define-kind.ts'
import { selectorFields } from '../shared/label-selector.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { ownedPodsRoute } from '../shared/owned-pods.ts'
import { imagesOf, unreadOfTemplate } from '../shared/pod-template.ts'
import { restartAction } from '../shared/restart.ts'
import type { DaemonSet } from './model.ts'
import { daemonSetDetail, daemonSetSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'
import { rollsByItself } from './status.ts'

export const daemonSets = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  scope: 'Namespaced',
  summary: {
    schema: schema.daemonSetSummary,
    project: daemonSetSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'metadata.generation',
      'spec.updateStrategy',
      'spec.template.spec.containers.image',
      'spec.template.spec.nodeSelector',
      'status.observedGeneration',
      'status.desiredNumberScheduled',
      'status.currentNumberScheduled',
      'status.numberReady',
      'status.updatedNumberScheduled',
      'status.numberAvailable',
      'status.numberMisscheduled',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: { schema: schema.daemonSetDetail, project: daemonSetDetail, expiresAt: ageExpiresAt },
  stream: true,
  search: ({ spec }) => ({ images: imagesOf(spec?.template?.spec) }),
  rbac: { group: 'daemonsets', description: 'DaemonSets: lists, details, restarts.' },
  cache: { drop: unreadOfTemplate('spec.template') },
  actions: [
    restartAction<DaemonSet>('DaemonSet', {
      description: 'With the update strategy `OnDelete` nothing restarts by itself, and `message` says so.',
      effect: (object) =>
        rollsByItself(object)
          ? 'was restarted (rolling update)'
          : 'has a new template, but nothing restarts by itself: its update strategy is OnDelete, so delete its Pods',
    }),
  ],
  extraRoutes: (kind) => [ownedPodsRoute(kind)],
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    ...selectorFields('spec.selector'),
    'spec.template.spec.containers.image',
    'spec.template.spec.nodeSelector',
    'spec.updateStrategy.type',
  ],
  samples,
})
