import type { LimitRange } from './model.ts'

export const samples: readonly [LimitRange, ...LimitRange[]] = [
  {
    metadata: {
      name: 'containers',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0012',
      resourceVersion: '42',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { team: 'shop' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    spec: {
      limits: [
        {
          type: 'Container',
          max: { memory: '4Gi' },
          min: { cpu: '10m' },
          default: { cpu: '500m', memory: '512Mi' },
          defaultRequest: { cpu: '100m', memory: '128Mi' },
          maxLimitRequestRatio: { cpu: '10' },
        },
        { type: 'PersistentVolumeClaim', max: { storage: '100Gi' } },
      ],
    },
  },
  {
    metadata: {
      name: 'none',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0013',
      resourceVersion: '42',
      creationTimestamp: '2026-10-02T07:59:58Z',
    },
    spec: { limits: null },
  },
]
