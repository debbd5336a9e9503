import type { NetworkPolicy } from './model.ts'

export const samples: readonly [NetworkPolicy, ...NetworkPolicy[]] = [
  {
    metadata: {
      name: 'storefront',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0014',
      resourceVersion: '42',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { team: 'shop' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    spec: {
      podSelector: {
        matchLabels: { app: 'storefront' },
        matchExpressions: [{ key: 'tier', operator: 'In', values: ['front'] }],
      },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          from: [
            { namespaceSelector: { matchLabels: { team: 'edge' } }, podSelector: {} },
            { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } },
          ],
          ports: [
            { protocol: 'TCP', port: 'http' },
            { protocol: 'UDP', port: 8000, endPort: 8010 },
          ],
        },
      ],
      egress: [{ to: [{ podSelector: { matchLabels: { app: 'cart' } } }], ports: [{ port: 8080 }] }],
    },
  },
  {
    metadata: {
      name: 'deny-all',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0015',
      resourceVersion: '42',
      creationTimestamp: '2026-10-02T07:59:58Z',
    },
    spec: { podSelector: {}, policyTypes: ['Ingress'] },
  },
]
