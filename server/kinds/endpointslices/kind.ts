import { defineKind } from '../define-kind.ts'
import { sliceEndpoints } from './projections.ts'
import { samples } from './samples.ts'
import { endpoints } from './schema.ts'

/** EndpointSlices lead from a Service to its endpoints; they have no routes and are not streamed. */
export const endpointSlices = defineKind({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  scope: 'Namespaced',
  summary: {
    schema: endpoints,
    project: sliceEndpoints,
    reads: ['endpoints.addresses', 'endpoints.conditions.ready'],
  },
  detail: null,
  list: false,
  events: false,
  stream: false,
  rbac: { group: 'services' },
  cache: {
    drop: [
      'metadata.annotations',
      'ports.appProtocol',
      ...['deprecatedTopology', 'hints', 'hostname', 'nodeName', 'targetRef', 'zone'].map(
        (field) => `endpoints.${field}`,
      ),
    ],
  },
  visibleFields: ['endpoints.addresses'],
  samples,
})
