import type { PodDisruptionBudget } from './model.ts'

export const samples: readonly [PodDisruptionBudget, ...PodDisruptionBudget[]] = [
  {
    metadata: {
      name: 'storefront',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0016',
      resourceVersion: '42',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { team: 'shop' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    spec: {
      minAvailable: '50%',
      selector: {
        matchLabels: { app: 'storefront' },
        matchExpressions: [{ key: 'tier', operator: 'Exists', values: null }],
      },
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    },
    status: {
      currentHealthy: 4,
      desiredHealthy: 2,
      expectedPods: 4,
      disruptionsAllowed: 2,
      conditions: [
        {
          type: 'DisruptionAllowed',
          status: 'True',
          reason: 'SufficientPods',
          message: 'enough Pods are healthy',
          lastTransitionTime: '2026-10-02T08:10:00Z',
        },
      ],
    },
  },
  {
    metadata: {
      name: 'cart',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0017',
      resourceVersion: '42',
      creationTimestamp: '2026-10-02T07:59:58Z',
    },
    spec: { maxUnavailable: 1 },
  },
]
