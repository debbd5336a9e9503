import { defineKind } from '../define-kind.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { loadBalancerAddresses } from '../shared/load-balancer.ts'
import { ingressDetail, ingressSummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const ingresses = defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  scope: 'Namespaced',
  path: 'ingress',
  summary: {
    schema: schema.ingressSummary,
    project: ingressSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'spec.ingressClassName',
      'spec.defaultBackend',
      'spec.tls',
      'spec.rules',
      'status.loadBalancer',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.ingressDetail,
    project: ingressDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  search: ({ status }) => ({ addresses: loadBalancerAddresses(status?.loadBalancer) }),
  rbac: { group: 'ingress', description: 'Ingresses: lists and details.' },
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    ...backendFields('spec.defaultBackend'),
    'spec.ingressClassName',
    'spec.rules.host',
    ...backendFields('spec.rules.http.paths.backend'),
    'spec.rules.http.paths.path',
    'spec.rules.http.paths.pathType',
    'spec.tls.hosts',
    'spec.tls.secretName',
    'status.loadBalancer.ingress.hostname',
    'status.loadBalancer.ingress.ip',
  ],
  samples,
})

/** Returns the visible fields of a backend at a path. */
function backendFields(path: string): string[] {
  return ['resource.apiGroup', 'resource.kind', 'resource.name', 'service.name', 'service.port.name'].map(
    (field) => `${path}.${field}`,
  )
}
