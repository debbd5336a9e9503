import type { Service } from './model.ts'

export const samples: readonly [Service, ...Service[]] = [
  {
    metadata: {
      name: 'storefront',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0016',
      resourceVersion: '5140',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { app: 'storefront' },
      annotations: { note: 'agreed' },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a' }],
    },
    spec: {
      type: 'LoadBalancer',
      clusterIP: '10.96.14.7',
      clusterIPs: ['10.96.14.7', 'fd00:10:96::e07'],
      externalIPs: ['192.0.2.7'],
      ports: [
        { name: 'http', protocol: 'TCP', port: 80, targetPort: 'http', nodePort: 30080 },
        { name: 'dns', protocol: 'UDP', port: 53, targetPort: 5353, nodePort: 30053 },
      ],
      selector: { app: 'storefront' },
    },
    status: { loadBalancer: { ingress: [{ ip: '203.0.113.7' }, { hostname: 'lb.example.com' }] } },
  },
  {
    metadata: {
      name: 'cart',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0017',
      resourceVersion: '5141',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
    spec: {
      type: 'ClusterIP',
      clusterIP: 'None',
      clusterIPs: ['None'],
      ports: [{ protocol: 'TCP', port: 8080, targetPort: 8080 }],
    },
    status: { loadBalancer: {} },
  },
  {
    metadata: {
      name: 'billing',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d0018',
      resourceVersion: '5142',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
    spec: { type: 'ExternalName', externalName: 'billing.example.com' },
    status: { loadBalancer: {} },
  },
]
