import { defineKind } from '../define-kind.ts'
import { ageExpiresAt } from '../shared/metadata.ts'
import { unreadOfContainers } from '../shared/drop.ts'
import { replicaSetSummary as project } from './projections.ts'
import { replicaSetSamples } from './samples.ts'
import { replicaSetSummary as schema } from './schema.ts'

/** ReplicaSets are streamed, and lead from a Deployment to its Pods; they have no routes. */
export const replicaSets = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  scope: 'Namespaced',
  summary: { schema, project, expiresAt: ageExpiresAt },
  detail: null,
  list: false,
  events: false,
  stream: true,
  rbac: { group: 'deployments' },
  cache: {
    drop: [
      'metadata.annotations',
      'spec.template.metadata',
      'spec.template.spec.volumes',
      'spec.template.spec.affinity',
      ...unreadOfContainers('spec.template.spec'),
    ],
  },
  visibleFields: [
    'metadata.labels',
    'metadata.name',
    'metadata.namespace',
    'spec.template.spec.containers.image',
  ],
  samples: replicaSetSamples,
})
