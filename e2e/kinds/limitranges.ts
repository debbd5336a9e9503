import type { LimitRange } from '../../server/kinds/limitranges/model.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, expectedDetail, expectedSummary, labelPatch, labels } from './parts.ts'

export const limitranges: KindFixture<LimitRange> = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  namespaced: true,
  event: 'limitrange',
  listed: 'everywhere',
  stem: 'limit-range',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: `${10 + random.below(90)}Gi` } }] },
  }),
  listItem: (one) => ({ ...expectedSummary(one), limits: limitsOf(one) }),
  detail: (one) => ({ ...expectedDetail(one), limits: limitsOf(one) }),
  columns: (item) => ({ NAME: String(item['name']), 'CREATED AT': String(item['createdAt']) }),
  cachedRead: ({ namespace }) => `/api/limitranges?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'example', namespace },
      spec: {
        limits: [{ type: 'PersistentVolumeClaim', min: { storage: '1Mi' }, max: { storage: '1Ti' } }],
      },
    },
  ],
  inShop: () => 'example',
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      {
        weight: 2,
        patch: (random) => ({
          spec: {
            limits: [{ type: 'PersistentVolumeClaim', max: { storage: `${10 + random.below(90)}Gi` } }],
          },
        }),
      },
    ],
  },
}

function limitsOf({ spec }: LimitRange) {
  const empty = { max: {}, min: {}, default: {}, defaultRequest: {}, maxLimitRequestRatio: {} }
  return (spec?.limits ?? []).map((item) => ({ ...empty, ...item }))
}
