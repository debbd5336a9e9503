import type { EndpointSlice } from './model.ts'

export const samples: readonly [EndpointSlice, ...EndpointSlice[]] = [
  {
    metadata: {
      name: 'storefront-7hx2k',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0021',
      resourceVersion: '5201',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { 'kubernetes.io/service-name': 'storefront' },
    },
    endpoints: [
      { addresses: ['10.244.1.17'], conditions: { ready: true } },
      { addresses: ['10.244.1.18'], conditions: { ready: false } },
      { addresses: ['10.244.1.19'], conditions: { ready: null } },
    ],
  },
  {
    metadata: {
      name: 'storefront-9qp4d',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0022',
      resourceVersion: '5202',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { 'kubernetes.io/service-name': 'storefront' },
    },
    endpoints: null,
  },
]
