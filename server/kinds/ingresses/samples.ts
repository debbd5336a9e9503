import type { Ingress } from './model.ts'

export const samples: readonly [Ingress, ...Ingress[]] = [
  {
    metadata: {
      name: 'storefront',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0019',
      resourceVersion: '5150',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { app: 'storefront' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    spec: {
      ingressClassName: 'nginx',
      tls: [{ hosts: ['shop.example.com', 'www.example.com'], secretName: 'shop-tls' }],
      rules: [
        {
          host: 'shop.example.com',
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'storefront', port: { name: 'http' } } },
              },
              {
                path: '/cart',
                pathType: 'Exact',
                backend: { service: { name: 'cart', port: { number: 8080 } } },
              },
              {
                path: '/static',
                pathType: 'Prefix',
                backend: { resource: { apiGroup: 'example.com', kind: 'Bucket', name: 'static' } },
              },
            ],
          },
        },
        { http: { paths: [] } },
      ],
    },
    // An address may be empty where a controller writes it so.
    status: { loadBalancer: { ingress: [{ ip: '203.0.113.7' }, { ip: '', hostname: 'lb.example.com' }] } },
  },
  {
    metadata: {
      name: 'fallback',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0020',
      resourceVersion: '5151',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
    spec: { defaultBackend: { service: { name: 'storefront', port: { number: 80 } } } },
    status: { loadBalancer: {} },
  },
]
