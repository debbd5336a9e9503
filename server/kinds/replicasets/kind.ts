import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
import { selectorFields } from '../shared/label-selector.ts'
import { ageExpiresAt, detailMetadataFields, ownerReferenceFields } from '../shared/metadata.ts'
import { ownedPodsRoute } from '../shared/owned-pods.ts'
import { imagesOf, unreadOfTemplate } from '../shared/pod-template.ts'
import { replicaSetDetail, replicaSetSummary } from './projections.ts'
import { replicaSetSamples } from './samples.ts'
import * as schema from './schema.ts'

/** ReplicaSets also lead from a Deployment to its Pods. */
export const replicaSets = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  scope: 'Namespaced',
  summary: { schema: schema.replicaSetSummary, project: replicaSetSummary, expiresAt: ageExpiresAt },
  detail: { schema: schema.replicaSetDetail, project: replicaSetDetail, expiresAt: ageExpiresAt },
  stream: true,
  search: ({ spec }) => ({ images: imagesOf(spec?.template?.spec) }),
  rbac: { group: 'deployments' },
  cache: { drop: ['spec.template.metadata.annotations', ...unreadOfTemplate('spec.template')] },
  extraRoutes: (kind) => [ownedPodsRoute(kind)],
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    ...selectorFields('spec.selector'),
    'spec.template.spec.containers.image',
    ...conditionFields,
  ],
  samples: replicaSetSamples,
})
