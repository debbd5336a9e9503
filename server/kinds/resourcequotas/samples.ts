import type { ResourceQuota } from './model.ts'

export const samples: readonly [ResourceQuota, ...ResourceQuota[]] = [
  {
    metadata: {
      name: 'compute',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0010',
      resourceVersion: '42',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { team: 'shop' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    spec: {
      hard: { 'requests.cpu': '20', 'limits.memory': '64Gi', pods: '100' },
      scopes: ['NotTerminating'],
      scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
    },
    status: {
      hard: { 'requests.cpu': '20', 'limits.memory': '64Gi', pods: '100' },
      used: { 'requests.cpu': '3250m', 'limits.memory': '6912Mi', pods: '17' },
    },
  },
  {
    metadata: {
      name: 'objects',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0011',
      resourceVersion: '42',
      creationTimestamp: '2026-10-02T07:59:58Z',
    },
    spec: { hard: { 'count/jobs.batch': '50' } },
  },
]
