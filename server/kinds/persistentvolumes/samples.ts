import type { PersistentVolume } from './model.ts'

export const samples: readonly [PersistentVolume, ...PersistentVolume[]] = [
  {
    metadata: {
      name: 'pvc-8f2c1d90',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0003',
      resourceVersion: '5120',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { zone: 'eu-1a' },
      annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.example.com' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Disk', name: 'disk-1', uid: '6f0e3b1a' }],
    },
    spec: {
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: 'standard',
      volumeAttributesClassName: 'fast',
      volumeMode: 'Filesystem',
      mountOptions: ['noatime'],
      claimRef: { namespace: 'shop', name: 'data-cart-0' },
      csi: { driver: 'csi.example.com', volumeHandle: 'vol-0a1b2c' },
    },
    status: { phase: 'Bound', lastPhaseTransitionTime: '2026-10-02T08:00:02Z' },
  },
  {
    metadata: {
      name: 'archive-1',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0004',
      resourceVersion: '5121',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
    spec: {
      capacity: { storage: '1Ti' },
      accessModes: ['ReadWriteMany', 'ReadOnlyMany'],
      persistentVolumeReclaimPolicy: 'Retain',
      nfs: { server: 'nfs.example.com', path: '/archive' },
    },
    status: { phase: 'Failed', reason: 'VolumeFailedDelete', message: 'the volume is in use' },
  },
]
