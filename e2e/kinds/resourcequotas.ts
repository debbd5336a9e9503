import type { ResourceQuota } from '../../server/kinds/resourcequotas/model.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, expectedDetail, expectedSummary, labelPatch, labels } from './parts.ts'

export const resourcequotas: KindFixture<ResourceQuota> = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  namespaced: true,
  event: 'resourcequota',
  listed: 'everywhere',
  stem: 'quota',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: { hard: { 'services.loadbalancers': String(random.below(50)) } },
  }),
  listItem: (one) => ({
    ...expectedSummary(one),
    hard: one.status?.hard ?? {},
    used: one.status?.used ?? {},
  }),
  detail: (one) => ({
    ...expectedDetail(one),
    hard: one.status?.hard ?? {},
    used: one.status?.used ?? {},
    declared: one.spec?.hard ?? {},
    scopes: one.spec?.scopes ?? [],
    scopeSelector: (one.spec?.scopeSelector?.matchExpressions ?? []).map((term) => ({
      ...term,
      values: term.values ?? [],
    })),
  }),
  columns: (item) => ({ NAME: String(item['name']), ...columnsOf(item) }),
  cachedRead: ({ namespace }) => `/api/resourcequotas?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'example', namespace },
      spec: { hard: { 'count/jobs.batch': '70', 'services.nodeports': '3', 'limits.example.com/none': '1' } },
    },
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'scoped', namespace },
      spec: {
        hard: { pods: '100' },
        scopeSelector: {
          matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['none'] }],
        },
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
        patch: (random) => ({ spec: { hard: { 'services.loadbalancers': String(random.below(50)) } } }),
      },
    ],
  },
}

/** Returns the columns REQUEST and LIMIT. Source: k8s.io/kubernetes, printers/internalversion, printResourceQuota. */
function columnsOf(item: Record<string, unknown>): Record<string, string> {
  const [hard, used] = [item['hard'], item['used']] as [Record<string, string>, Record<string, string>]
  const text = (isLimit: boolean): string =>
    Object.keys(hard)
      .filter((name) => name.startsWith('limits.') === isLimit)
      .toSorted()
      .map((name) => `${name}: ${used[name] ?? '0'}/${hard[name]}`)
      .join(', ')
  return { REQUEST: text(false), LIMIT: text(true) }
}
