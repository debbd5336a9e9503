import type { DaemonSet } from './model.ts'

/** A DaemonSet in a roll-out, and one whose Pods are updated when they are deleted. */
export const samples: readonly [DaemonSet, ...DaemonSet[]] = [
  {
    metadata: {
      name: 'node-agent',
      namespace: 'monitoring',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0011',
      resourceVersion: '51300',
      creationTimestamp: '2026-10-02T07:59:58Z',
      generation: 4,
      labels: { app: 'node-agent' },
      annotations: { 'deprecated.daemonset.template.generation': '4' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Agent', name: 'node', uid: '6f0e3b1a' }],
    },
    spec: {
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: '34%' } },
      selector: {
        matchLabels: { app: 'node-agent' },
        matchExpressions: [{ key: 'tier', operator: 'Exists', values: null }],
      },
      template: {
        metadata: { labels: { app: 'node-agent', tier: 'system' } },
        spec: {
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          containers: [{ name: 'agent', image: 'registry.example/node-agent:2.4.0' }],
        },
      },
    },
    status: {
      observedGeneration: 4,
      desiredNumberScheduled: 3,
      currentNumberScheduled: 3,
      numberReady: 2,
      updatedNumberScheduled: 2,
      numberAvailable: 2,
      numberMisscheduled: 1,
    },
  },
  {
    metadata: {
      name: 'gpu-driver',
      namespace: 'kube-system',
      uid: '7d2f6a1c-0b3e-4c58-9a41-2e6d5f8b0012',
      resourceVersion: '51301',
      creationTimestamp: '2026-10-02T08:00:00Z',
      generation: 1,
    },
    spec: {
      updateStrategy: { type: 'OnDelete', rollingUpdate: null },
      selector: { matchLabels: { app: 'gpu-driver' } },
      template: { spec: { containers: [{ name: 'driver', image: 'registry.example/gpu-driver:550' }] } },
    },
    status: { observedGeneration: 1, desiredNumberScheduled: 0, currentNumberScheduled: 0, numberReady: 0 },
  },
]
