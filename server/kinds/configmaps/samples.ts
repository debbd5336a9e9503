import type { ConfigMap } from './model.ts'

export const samples: readonly [ConfigMap, ...ConfigMap[]] = [
  {
    metadata: {
      name: 'storefront',
      namespace: 'shop',
      uid: '5d8b2a7f-3c9e-4f1b-8e54-806c2d3e0001',
      resourceVersion: '6201',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { app: 'storefront' },
      annotations: { 'example.com/team': 'shop' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    data: { 'shop.properties': 'currency=EUR\ntheme=größer\n', empty: '' },
    binaryData: { 'logo.png': 'iVBORw0KGgo=' },
    immutable: true,
  },
  {
    metadata: {
      name: 'kube-root-ca.crt',
      namespace: 'shop',
      uid: '5d8b2a7f-3c9e-4f1b-8e54-806c2d3e0002',
      resourceVersion: '310',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
  },
]
