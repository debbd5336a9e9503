import type { StatefulSet } from './model.ts'

/** A StatefulSet in a roll-out, one that is updated in part, and one whose Pods are updated when they are deleted. */
export const samples: readonly [StatefulSet, ...StatefulSet[]] = [
  {
    metadata: {
      name: 'orders-db',
      namespace: 'shop',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0001',
      resourceVersion: '51200',
      creationTimestamp: '2026-10-02T07:59:58Z',
      generation: 3,
      labels: { app: 'orders-db' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Database', name: 'orders', uid: '6f0e3b1a' }],
    },
    spec: {
      replicas: 3,
      serviceName: 'orders-db',
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: '34%' } },
      selector: {
        matchLabels: { app: 'orders-db' },
        matchExpressions: [{ key: 'tier', operator: 'In', values: ['data'] }],
      },
      template: {
        metadata: { labels: { app: 'orders-db', tier: 'data' } },
        spec: { containers: [{ name: 'postgres', image: 'registry.example/postgres:18.1' }] },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: '20Gi' } },
            storageClassName: 'standard',
            volumeMode: 'Filesystem',
          },
        },
      ],
    },
    status: {
      observedGeneration: 3,
      replicas: 3,
      readyReplicas: 2,
      currentReplicas: 0,
      updatedReplicas: 3,
      availableReplicas: 2,
      currentRevision: 'orders-db-5c7f6d9b8',
      updateRevision: 'orders-db-6f9d7c5b4',
      conditions: [
        {
          type: 'Reachable',
          status: 'True',
          reason: 'Probed',
          message: 'every Pod answers',
          lastProbeTime: '2026-11-20T11:25:10Z',
          lastTransitionTime: '2026-11-20T11:25:10Z',
        },
      ],
    },
  },
  {
    metadata: {
      name: 'search',
      namespace: 'shop',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0002',
      resourceVersion: '51201',
      creationTimestamp: '2026-10-02T08:00:00Z',
      generation: 2,
    },
    spec: {
      replicas: 4,
      serviceName: '',
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 3 } },
      selector: { matchLabels: { app: 'search' } },
      template: { spec: { containers: [{ name: 'search', image: 'registry.example/search:9' }] } },
    },
    status: {
      observedGeneration: 2,
      replicas: 4,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 1,
      availableReplicas: 3,
      currentRevision: 'search-1',
      updateRevision: 'search-2',
    },
  },
  {
    metadata: {
      name: 'ledger',
      namespace: 'payments',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0003',
      resourceVersion: '51202',
      creationTimestamp: '2026-10-02T08:00:00Z',
      generation: 1,
    },
    spec: {
      updateStrategy: { type: 'OnDelete', rollingUpdate: null },
      selector: { matchLabels: { app: 'ledger' } },
      template: { spec: { containers: [{ name: 'ledger', image: 'registry.example/ledger:3' }] } },
      volumeClaimTemplates: null,
    },
    status: { observedGeneration: 1, replicas: 1, readyReplicas: 1, availableReplicas: 1 },
  },
]
