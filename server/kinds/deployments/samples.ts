import type { Deployment } from './model.ts'

/** A Deployment during a rollout, and one that is recreated and paused. */
export const deploymentSamples: readonly [Deployment, ...Deployment[]] = [
  {
    metadata: {
      name: 'storefront',
      namespace: 'shop',
      uid: '9f3f2d50-6f0f-4a39-8d6f-3a2b1c0d9e8f',
      resourceVersion: '47311',
      creationTimestamp: '2026-11-20T11:24:57Z',
      generation: 2,
      labels: { app: 'storefront' },
      annotations: { 'deployment.kubernetes.io/revision': '2' },
    },
    spec: {
      replicas: 3,
      selector: {
        matchLabels: { app: 'storefront' },
        matchExpressions: [
          { key: 'tier', operator: 'In', values: ['front'] },
          { key: 'legacy', operator: 'DoesNotExist', values: null },
        ],
      },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
      template: {
        metadata: { labels: { app: 'storefront', tier: 'front' } },
        spec: {
          containers: [
            {
              name: 'web',
              image: 'registry.example/storefront:1.4.2',
              ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
              resources: {
                requests: { cpu: '100m', memory: '128Mi' },
                limits: { cpu: '500m', memory: '256Mi' },
              },
            },
          ],
        },
      },
    },
    status: {
      observedGeneration: 2,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 2,
      availableReplicas: 2,
      unavailableReplicas: 1,
      conditions: [
        {
          type: 'Available',
          status: 'True',
          reason: 'MinimumReplicasAvailable',
          message: 'Deployment has minimum availability.',
          lastUpdateTime: '2026-11-20T11:25:10Z',
          lastTransitionTime: '2026-11-20T11:25:10Z',
        },
      ],
    },
  },
  {
    metadata: {
      name: 'worker',
      namespace: 'shop',
      uid: '9f3f2d50-6f0f-4a39-8d6f-3a2b1c0d9e90',
      resourceVersion: '40117',
      creationTimestamp: '2026-10-02T08:00:00Z',
      generation: 1,
    },
    spec: {
      replicas: 1,
      paused: true,
      selector: { matchLabels: { app: 'worker' } },
      strategy: { type: 'Recreate', rollingUpdate: null },
      template: {
        metadata: null,
        spec: { containers: [{ name: 'worker', image: 'registry.example/worker:7' }] },
      },
    },
    status: {
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
    },
  },
]
