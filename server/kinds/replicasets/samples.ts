import type { ReplicaSet } from './model.ts'

/** A ReplicaSet of a Deployment. */
export const replicaSetSamples: readonly [ReplicaSet, ...ReplicaSet[]] = [
  {
    metadata: {
      name: 'storefront-6d5f9c7b8',
      namespace: 'shop',
      uid: '2f0b8a6c-51a5-4c59-9a53-3c1c6b1d9e10',
      resourceVersion: '47310',
      creationTimestamp: '2026-11-20T11:24:58Z',
      generation: 1,
      labels: { app: 'storefront', 'pod-template-hash': '6d5f9c7b8' },
      annotations: { 'deployment.kubernetes.io/revision': '2' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: 'storefront',
          uid: '9f3f2d50-6f0f-4a39-8d6f-3a2b1c0d9e8f',
          controller: true,
        },
      ],
    },
    spec: {
      replicas: 3,
      selector: {
        matchLabels: { app: 'storefront', 'pod-template-hash': '6d5f9c7b8' },
        matchExpressions: [{ key: 'tier', operator: 'In', values: ['front'] }],
      },
      template: { spec: { containers: [{ name: 'web', image: 'registry.example/storefront:1.4.2' }] } },
    },
    status: {
      replicas: 3,
      readyReplicas: 2,
      availableReplicas: 2,
      conditions: [
        {
          type: 'ReplicaFailure',
          status: 'True',
          reason: 'FailedCreate',
          message: 'exceeded quota: compute',
          lastProbeTime: null,
          lastTransitionTime: '2026-11-20T11:25:10Z',
        },
      ],
    },
  },
]
