import type { Secret } from './model.ts'

export const samples: readonly [Secret, ...Secret[]] = [
  {
    metadata: {
      name: 'storefront-tls',
      namespace: 'shop',
      uid: '5d8b2a7f-3c9e-4f1b-8e54-806c2d3e0003',
      resourceVersion: '6205',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { app: 'storefront' },
      annotations: { 'example.com/team': 'shop' },
      ownerReferences: [
        { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', name: 'storefront', uid: '6f0e3b1b' },
      ],
    },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': 1164, 'tls.key': 1704 },
    immutable: true,
  },
  {
    metadata: {
      name: 'registry',
      namespace: 'shop',
      uid: '5d8b2a7f-3c9e-4f1b-8e54-806c2d3e0004',
      resourceVersion: '6206',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': 'e30=' },
  },
]
