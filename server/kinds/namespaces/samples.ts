import type { Namespace } from './model.ts'

export const samples: readonly [Namespace, ...Namespace[]] = [
  {
    metadata: {
      name: 'legacy',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0023',
      resourceVersion: '5160',
      creationTimestamp: '2026-10-02T07:59:58Z',
      deletionTimestamp: '2026-11-27T08:00:00Z',
      labels: { 'kubernetes.io/metadata.name': 'legacy' },
      annotations: { note: 'to be archived' },
      finalizers: ['example.com/archive'],
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    spec: { finalizers: ['kubernetes'] },
    status: {
      phase: 'Terminating',
      conditions: [
        {
          type: 'NamespaceContentRemaining',
          status: 'True',
          reason: 'SomeResourcesRemain',
          message: 'Some resources are remaining: configmaps. has 1 resource instances',
          lastTransitionTime: '2026-11-27T08:00:06Z',
        },
      ],
    },
  },
  {
    metadata: {
      name: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0024',
      resourceVersion: '301',
      creationTimestamp: '2026-09-01T06:01:00Z',
      labels: { 'kubernetes.io/metadata.name': 'shop' },
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  },
]
