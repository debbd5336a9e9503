import type { StorageClass } from './model.ts'

export const samples: readonly [StorageClass, ...StorageClass[]] = [
  {
    metadata: {
      name: 'standard',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0001',
      resourceVersion: '311',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { tier: 'usual' },
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
      ownerReferences: [
        { apiVersion: 'example.com/v1', kind: 'Storage', name: 'usual', uid: '6f0e3b1a', controller: true },
      ],
    },
    provisioner: 'csi.example.com',
    parameters: { type: 'ssd' },
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
    mountOptions: ['noatime'],
    allowedTopologies: [
      { matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['eu-1a', 'eu-1b'] }] },
    ],
  },
  {
    metadata: {
      name: 'archive',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0002',
      resourceVersion: '312',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
    provisioner: 'archive.example.com',
    reclaimPolicy: 'Retain',
    volumeBindingMode: 'Immediate',
  },
]
