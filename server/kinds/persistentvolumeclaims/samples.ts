import type { PersistentVolumeClaim } from './model.ts'

export const samples: readonly [PersistentVolumeClaim, ...PersistentVolumeClaim[]] = [
  {
    metadata: {
      name: 'data-cart-0',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0005',
      resourceVersion: '5130',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { app: 'cart' },
      annotations: { 'volume.kubernetes.io/selected-node': 'worker-1' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'cart', uid: '6f0e3b1a' }],
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '10Gi' }, limits: { storage: '20Gi' } },
      volumeName: 'pvc-8f2c1d90',
      storageClassName: 'standard',
      volumeAttributesClassName: 'fast',
      volumeMode: 'Filesystem',
      selector: {
        matchLabels: { tier: 'data' },
        matchExpressions: [{ key: 'zone', operator: 'In', values: ['eu-1a'] }],
      },
      dataSourceRef: {
        kind: 'VolumeSnapshot',
        name: 'before',
        apiGroup: 'snapshot.storage.k8s.io',
        namespace: 'shop',
      },
      dataSource: { kind: 'VolumeSnapshot', name: 'before', apiGroup: 'snapshot.storage.k8s.io' },
    },
    status: {
      phase: 'Bound',
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '10Gi' },
      conditions: [
        {
          type: 'FileSystemResizePending',
          status: 'True',
          reason: 'Resizing',
          message: 'waiting for the Pod to be started',
          lastProbeTime: null,
          lastTransitionTime: '2026-10-02T08:10:00Z',
        },
      ],
    },
  },
  {
    metadata: {
      name: 'scratch',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0006',
      resourceVersion: '5131',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
    spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } } },
    status: { phase: 'Pending' },
  },
]
