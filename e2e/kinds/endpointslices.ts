import type { EndpointSlice } from '../../server/kinds/endpointslices/model.ts'
import type { Random } from '../oracle/random.ts'
import type { KindFixture } from './fixture.ts'
import { labelPatch, labels } from './parts.ts'
import { services } from './services.ts'

const SERVICE_NAME = 'kubernetes.io/service-name'

export const endpointslices: KindFixture<EndpointSlice> = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
  event: 'endpointslice',
  listed: false,
  streamed: false,
  stem: 'slice',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name,
      namespace,
      labels: { ...labels(random), [SERVICE_NAME]: `${services.stem}-${random.below(services.churn.names)}` },
    },
    addressType: 'IPv4',
    endpoints: someEndpoints(random),
    ports: [{ name: 'web', port: 8080 }],
  }),
  // Slices are in no list: a Service's detail shows their addresses.
  listItem: () => ({}),
  // The mark of Services has the same name.
  cachedRead: ({ namespace, name }) => `/api/services/${name}?namespace=${namespace}`,
  objects: ({ namespace }) => [
    slice(namespace, 'by-hand-1', 'IPv4', [
      { addresses: ['192.0.2.20'] },
      { addresses: ['192.0.2.21'], conditions: { ready: false } },
      { addresses: ['192.0.2.22'], conditions: { ready: true, terminating: false } },
    ]),
    slice(namespace, 'by-hand-2', 'IPv4', [
      { addresses: ['192.0.2.20'], conditions: { ready: false } },
      { addresses: ['192.0.2.21'], conditions: { ready: false } },
    ]),
    slice(namespace, 'by-hand-3', 'IPv6', [{ addresses: ['2001:db8::20'], conditions: { ready: true } }]),
    slice(namespace, 'by-hand-4', 'FQDN', [{ addresses: ['mainframe.example.com'] }]),
  ],
  churn: {
    names: 6,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 1, patch: labelPatch },
      { weight: 3, patch: (random) => ({ endpoints: someEndpoints(random) }) },
    ],
  },
}

function slice(namespace: string, name: string, addressType: string, endpoints: readonly object[]) {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name, namespace, labels: { [SERVICE_NAME]: 'by-hand' } },
    addressType,
    endpoints,
    ports: [{ port: 80 }],
  }
}

function someEndpoints(random: Random): object[] {
  return Array.from({ length: random.below(4) }, () => ({
    addresses: [`192.0.2.${1 + random.below(9)}`],
    conditions: random.pick([{}, { ready: true }, { ready: false }]),
  }))
}
