import type { ReplicaSet } from '../../server/kinds/replicasets/model.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, labels, podSpec, labelPatch } from './parts.ts'

export const replicasets: KindFixture<ReplicaSet> = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
  event: 'replicaset',
  listed: false,
  stem: 'replica-set',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: podSpec(random) },
    },
  }),
  listItem: ({ metadata, spec, status }) => ({
    name: metadata.name,
    namespace: metadata.namespace,
    replicas: {
      desired: spec?.replicas,
      current: status?.replicas ?? 0,
      ready: status?.readyReplicas ?? 0,
    },
    images: (spec?.template?.spec?.containers ?? []).map(({ image }) => image),
    labels: metadata.labels ?? {},
    createdAt: metadata.creationTimestamp,
  }),
  // Read to find the Pods of a Deployment.
  cachedRead: ({ namespace, name }) => `/api/deployments/${name}/pods?namespace=${namespace}`,
  churn: { names: 4, created: 2, deleted: 1, changes: [{ weight: 3, patch: labelPatch }] },
}
