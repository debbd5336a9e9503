import type { Node } from './model.ts'

/** A cordoned worker, and a node whose kubelet has not registered yet. */
export const nodeSamples: readonly [Node, ...Node[]] = [
  {
    metadata: {
      name: 'worker-1',
      uid: '7b1e4c52-0d65-4c0b-b9b6-0a5a4e9c1d01',
      resourceVersion: '48001',
      creationTimestamp: '2026-09-01T06:00:00Z',
      labels: {
        'kubernetes.io/hostname': 'worker-1',
        'node-role.kubernetes.io/worker': '',
        'kubernetes.io/role': 'shop',
      },
      annotations: { 'node.alpha.kubernetes.io/ttl': '0' },
    },
    spec: {
      unschedulable: true,
      podCIDR: '10.1.0.0/24',
      podCIDRs: ['10.1.0.0/24', 'fd00::/64'],
      taints: [
        { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: '2026-11-27T11:00:00Z' },
        { key: 'gpu', value: 'yes', effect: 'NoExecute', timeAdded: null },
      ],
    },
    status: {
      capacity: { cpu: '4', memory: '16Gi', pods: '110' },
      allocatable: { cpu: '3920m', memory: '15Gi', pods: '110' },
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'KubeletReady',
          message: 'kubelet is posting ready status',
          lastHeartbeatTime: '2026-11-27T11:59:00Z',
          lastTransitionTime: '2026-09-01T06:00:30Z',
        },
      ],
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
      nodeInfo: {
        kubeletVersion: 'v1.34.4',
        osImage: 'Debian GNU/Linux 13 (trixie)',
        kernelVersion: '6.12.0',
        containerRuntimeVersion: 'containerd://2.1.4',
        architecture: 'amd64',
      },
    },
  },
  {
    metadata: {
      name: 'worker-2',
      uid: '7b1e4c52-0d65-4c0b-b9b6-0a5a4e9c1d02',
      resourceVersion: '48002',
      creationTimestamp: '2026-11-27T11:59:50Z',
    },
    spec: { podCIDR: '10.1.1.0/24' },
    status: {
      nodeInfo: {
        kubeletVersion: '',
        osImage: '',
        kernelVersion: '',
        containerRuntimeVersion: '',
        architecture: '',
      },
    },
  },
]
