import { restartBody } from '../../api/schemas/parameters.ts'
import { defineKind } from '../define-kind.ts'
import { unreadOfContainers } from '../shared/drop.ts'
import { selectorFields } from '../shared/label-selector.ts'
import { ageExpiresAt, detailMetadataFields } from '../shared/metadata.ts'
import { deploymentDetail, deploymentSummary } from './projections.ts'
import { restartDeployment } from './restart.ts'
import { deploymentRoutes } from './routes.ts'
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
  rbac: {
    group: 'deployments',
    description: 'Deployments and their ReplicaSets: lists, details, restarts.',
  },
  cache: {
    drop: [
      'spec.template.spec.volumes',
      'spec.template.spec.affinity',
      ...unreadOfContainers('spec.template.spec'),
    ],
    prewarm: true,
  },
  actions: [
    {
      name: 'restart',
      summary: 'Restart a Deployment by a rolling update',
      description:
        'Sets the annotation `kubectl.kubernetes.io/restartedAt` of its Pod template. A paused Deployment is a 409, and so is a second restart within one second.',
      verb: 'patch',
      body: restartBody,
      response: schema.deploymentRestart,
      event: { reason: 'Restarted', text: 'Restarted' },
      run: restartDeployment,
    },
  ],
  extraRoutes: deploymentRoutes,
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
    'status.conditions.message',
    'status.conditions.reason',
    'status.conditions.status',
    'status.conditions.type',
  ],
  samples: deploymentSamples,
})
