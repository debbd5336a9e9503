import type { PodDisruptionBudget } from '../../server/kinds/poddisruptionbudgets/model.ts'
import type { KindFixture } from './fixture.ts'
import {
  cell,
  annotations,
  expectedDetail,
  expectedSelector,
  expectedSummary,
  labelPatch,
  labels,
} from './parts.ts'

export const poddisruptionbudgets: KindFixture<PodDisruptionBudget> = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  namespaced: true,
  event: 'poddisruptionbudget',
  listed: 'everywhere',
  stem: 'budget',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: { minAvailable: random.chance(0.5) ? 1 : '50%', selector: { matchLabels: { nobody: 'here' } } },
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({
    ...expectedDetail(one),
    ...fieldsOf(one),
    ...(one.spec?.unhealthyPodEvictionPolicy
      ? { unhealthyPodEvictionPolicy: one.spec.unhealthyPodEvictionPolicy }
      : {}),
    conditions: (one.status?.conditions ?? []).map(
      ({ type, status, reason, message, lastTransitionTime }) => ({
        type,
        status,
        reason,
        message,
        lastTransitionTime,
      }),
    ),
  }),
  columns: (item) => ({
    NAME: String(item['name']),
    'MIN AVAILABLE': cell(item['minAvailable'], 'N/A'),
    'MAX UNAVAILABLE': cell(item['maxUnavailable'], 'N/A'),
    'ALLOWED DISRUPTIONS': String(item['disruptionsAllowed']),
  }),
  cachedRead: ({ namespace }) => `/api/poddisruptionbudgets?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'example', namespace },
      spec: { maxUnavailable: '25%', selector: { matchLabels: { nobody: 'here' } } },
    },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'strict', namespace },
      spec: {
        minAvailable: 1,
        selector: { matchExpressions: [{ key: 'nobody', operator: 'Exists' }] },
        unhealthyPodEvictionPolicy: 'AlwaysAllow',
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
      { weight: 2, patch: (random) => ({ spec: { minAvailable: random.below(5) } }) },
    ],
  },
}

function fieldsOf({ spec, status }: PodDisruptionBudget) {
  return {
    ...(spec?.minAvailable === undefined ? {} : { minAvailable: spec.minAvailable }),
    ...(spec?.maxUnavailable === undefined ? {} : { maxUnavailable: spec.maxUnavailable }),
    ...(spec?.selector ? { selector: expectedSelector(spec.selector) } : {}),
    currentHealthy: status?.currentHealthy ?? 0,
    desiredHealthy: status?.desiredHealthy ?? 0,
    expectedPods: status?.expectedPods ?? 0,
    disruptionsAllowed: status?.disruptionsAllowed ?? 0,
  }
}
