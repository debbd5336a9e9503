import { annotations as visibleAnnotations } from '../cluster/expected/annotations.ts'
import type { Namespace } from '../../server/kinds/namespaces/model.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, expectedDetail, expectedSummary, labelPatch, labels } from './parts.ts'

export const namespaces: KindFixture<Namespace> = {
  apiVersion: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  event: 'namespace',
  listed: 'everywhere',
  stem: 'namespace',
  make: (random, { name }) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: labels(random), annotations: annotations(random) },
  }),
  listItem: (one) => ({
    ...expectedSummary(one),
    status: one.status?.phase,
    annotations: visibleAnnotations(one.metadata.annotations),
  }),
  detail: (one) => ({
    ...expectedDetail(one),
    status: one.status?.phase,
    ...(one.metadata.deletionTimestamp ? { deletionTimestamp: one.metadata.deletionTimestamp } : {}),
    finalizers: [...(one.spec?.finalizers ?? []), ...(one.metadata.finalizers ?? [])],
    conditions: one.status?.conditions ?? [],
  }),
  columns: (item) => ({ NAME: String(item['name']), STATUS: String(item['status']) }),
  cachedRead: () => '/api/namespaces?limit=1',
  objects: ({ namespace }) => [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: `${namespace}-example`,
        labels: { team: 'a' },
        annotations: { note: 'größer als 三つ' },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: `${namespace}-leaving`, finalizers: ['example.com/hold'] },
    },
  ],
  // The namespace itself: in scope `namespaces`, only granted ones can be read.
  inShop: ({ namespace }) => namespace,
  churn: {
    names: 3,
    created: 1,
    deleted: 1,
    changes: [{ weight: 2, patch: labelPatch }],
  },
}
