import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
import { selectorFields } from '../shared/label-selector.ts'
import { ageExpiresAt, detailMetadataFields } from '../shared/metadata.ts'
import { ownedPodsRoute } from '../shared/owned-pods.ts'
import { imagesOf, unreadOfTemplate } from '../shared/pod-template.ts'
import { restartAction } from '../shared/restart.ts'
import { replicaSets } from '../replicasets/kind.ts'
import { deploymentDetail, deploymentSummary } from './projections.ts'
import type { Deployment } from './model.ts'
import { deploymentSamples } from './samples.ts'
import * as schema from './schema.ts'

export const deployments = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
  summary: { schema: schema.deploymentSummary, project: deploymentSummary, expiresAt: ageExpiresAt },
  detail: { schema: schema.deploymentDetail, project: deploymentDetail, expiresAt: ageExpiresAt },
  listNamespace: 'required',
  stream: 'default',
  search: ({ spec }) => ({ images: imagesOf(spec?.template?.spec) }),
  rbac: {
    group: 'deployments',
    description: 'Deployments and their ReplicaSets: lists, details, restarts.',
  },
  cache: { drop: unreadOfTemplate('spec.template'), prewarm: true },
  actions: [
    restartAction('Deployment', {
      description: 'A paused Deployment is a 409, since nothing would roll.',
      obstacle: ({ spec }: Deployment) =>
        spec?.paused === true ? 'is paused: resume it first (kubectl rollout resume)' : undefined,
      effect: () => 'was restarted (rolling update)',
    }),
  ],
  extraRoutes: (kind) => [ownedPodsRoute(kind, replicaSets)],
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...selectorFields('spec.selector'),
    'spec.strategy.type',
    'spec.template.metadata.labels',
    'spec.template.spec.containers.image',
    'spec.template.spec.containers.name',
    'spec.template.spec.containers.ports.protocol',
    'spec.template.spec.containers.resources.limits',
    'spec.template.spec.containers.resources.requests',
    ...conditionFields,
  ],
  samples: deploymentSamples,
})
