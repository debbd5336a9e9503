import type { ReplicaSet } from '../../server/kinds/replicasets/model.ts'
import type { KindFixture } from './fixture.ts'
import {
  annotations,
  expectedConditions,
  expectedDetail,
  expectedSelector,
  expectedSummary,
  imagesOf,
  labelPatch,
  labels,
  podSpec,
  podTemplate,
} from './parts.ts'

export const replicasets: KindFixture<ReplicaSet> = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
  event: 'replicaset',
  listed: 'everywhere',
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
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({
    ...expectedDetail(one),
    ...fieldsOf(one),
    selector: expectedSelector(one.spec?.selector),
    conditions: expectedConditions(one.status?.conditions),
  }),
  columns: (item) => {
    const { desired, current, ready } = item['replicas'] as Record<string, number>
    return {
      NAME: String(item['name']),
      DESIRED: String(desired),
      CURRENT: String(current),
      READY: String(ready),
    }
  },
  cachedRead: ({ namespace }) => `/api/replicasets?namespace=${namespace}&limit=1`,
  objects: ({ namespace, image }) => [
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'example', namespace },
      spec: {
        replicas: 1,
        selector: {
          matchLabels: { app: 'example-set' },
          matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['none'] }],
        },
        template: podTemplate(image, { app: 'example-set' }),
      },
    },
  ],
  inShop: () => 'example',
  churn: { names: 4, created: 2, deleted: 1, changes: [{ weight: 3, patch: labelPatch }] },
}

function fieldsOf({ spec, status }: ReplicaSet) {
  return {
    replicas: {
      desired: spec?.replicas,
      current: status?.replicas ?? 0,
      ready: status?.readyReplicas ?? 0,
    },
    images: imagesOf(spec?.template),
  }
}
