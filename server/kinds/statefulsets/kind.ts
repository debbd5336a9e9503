import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
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
import type { StatefulSet } from './model.ts'
import { statefulSetDetail, statefulSetSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'
import { desiredReplicas, rollingReplicas } from './status.ts'

export const statefulSets = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  scope: 'Namespaced',
  summary: {
    schema: schema.statefulSetSummary,
    project: statefulSetSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'metadata.generation',
      'spec.replicas',
      'spec.serviceName',
      'spec.podManagementPolicy',
      'spec.updateStrategy',
      'spec.selector',
      'spec.template.spec.containers.image',
      'status.observedGeneration',
      'status.replicas',
      'status.readyReplicas',
      'status.currentReplicas',
      'status.updatedReplicas',
      'status.availableReplicas',
      'status.currentRevision',
      'status.updateRevision',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: { schema: schema.statefulSetDetail, project: statefulSetDetail, expiresAt: ageExpiresAt },
  stream: true,
  search: ({ spec }) => ({ images: imagesOf(spec?.template?.spec) }),
  rbac: { group: 'statefulsets', description: 'StatefulSets: lists, details, restarts.' },
  cache: { drop: unreadOfTemplate('spec.template') },
  actions: [
    restartAction<StatefulSet>('StatefulSet', {
      description:
        'With the update strategy `OnDelete` nothing restarts by itself, with a `partition` only the Pods above it do: `message` says so.',
      effect: restartEffect,
    }),
  ],
  extraRoutes: (kind) => [ownedPodsRoute(kind)],
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'spec.podManagementPolicy',
    ...selectorFields('spec.selector'),
    'spec.serviceName',
    'spec.template.spec.containers.image',
    'spec.updateStrategy.type',
    'spec.volumeClaimTemplates.metadata.name',
    'spec.volumeClaimTemplates.spec.accessModes',
    'spec.volumeClaimTemplates.spec.resources.requests',
    'spec.volumeClaimTemplates.spec.storageClassName',
    'spec.volumeClaimTemplates.spec.volumeMode',
    ...conditionFields,
  ],
  samples,
})

function restartEffect(object: StatefulSet): string {
  const [all, rolling] = [desiredReplicas(object), rollingReplicas(object)]
  if (object.spec?.updateStrategy?.type === 'OnDelete')
    return 'has a new template, but nothing restarts by itself: its update strategy is OnDelete, so delete its Pods'
  if (rolling < all)
    return `was restarted (rolling update of ${rolling} of ${all} Pods: its partition keeps the others)`
  return 'was restarted (rolling update)'
}
