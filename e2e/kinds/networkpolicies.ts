import type { NetworkPolicy } from '../../server/kinds/networkpolicies/model.ts'
import type { KindFixture } from './fixture.ts'
import {
  annotations,
  expectedDetail,
  expectedSelector,
  expectedSummary,
  labelPatch,
  labels,
  selectorText,
} from './parts.ts'

export const networkpolicies: KindFixture<NetworkPolicy> = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  namespaced: true,
  event: 'networkpolicy',
  listed: 'everywhere',
  stem: 'network-policy',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: {
      podSelector: { matchLabels: { nobody: random.pick(['a', 'b', 'c']) } },
      policyTypes: ['Ingress'],
    },
  }),
  listItem: (one) => ({
    ...expectedSummary(one),
    podSelector: expectedSelector(one.spec?.podSelector),
    policyTypes: one.spec?.policyTypes ?? [],
  }),
  detail: (one) => ({
    ...expectedDetail(one),
    podSelector: expectedSelector(one.spec?.podSelector),
    policyTypes: one.spec?.policyTypes ?? [],
    ingress: (one.spec?.ingress ?? []).map(({ from, ports }) => ruleOf(from, ports)),
    egress: (one.spec?.egress ?? []).map(({ to, ports }) => ruleOf(to, ports)),
  }),
  columns: (item) => ({
    NAME: String(item['name']),
    'POD-SELECTOR': selectorText(item['podSelector'] as Record<string, unknown>),
  }),
  cachedRead: ({ namespace }) => `/api/networkpolicies?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'example', namespace },
      spec: {
        podSelector: {
          matchLabels: { nobody: 'here' },
          matchExpressions: [
            { key: 'also', operator: 'NotIn', values: ['c', 'b'] },
            { key: 'absent', operator: 'DoesNotExist' },
          ],
        },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          {
            from: [
              { namespaceSelector: { matchLabels: { team: 'a' } }, podSelector: {} },
              { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } },
            ],
            ports: [{ port: 'http' }, { protocol: 'UDP', port: 8000, endPort: 8010 }],
          },
          {},
        ],
        egress: [{ to: [{ podSelector: { matchLabels: { app: 'b' } } }] }],
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
          spec: { podSelector: { matchLabels: { nobody: random.pick(['a', 'b', 'c']) } } },
        }),
      },
    ],
  },
}

type Rule = NonNullable<NonNullable<NetworkPolicy['spec']>['ingress']>[number]

function ruleOf(peers: Rule['from'], ports: Rule['ports']) {
  return {
    peers: (peers ?? []).map(({ podSelector, namespaceSelector, ipBlock }) => ({
      ...(podSelector ? { podSelector: expectedSelector(podSelector) } : {}),
      ...(namespaceSelector ? { namespaceSelector: expectedSelector(namespaceSelector) } : {}),
      ...(ipBlock ? { ipBlock: { cidr: ipBlock.cidr, except: ipBlock.except ?? [] } } : {}),
    })),
    ports: ports ?? [],
  }
}
