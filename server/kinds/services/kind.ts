import { defineKind } from '../define-kind.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { loadBalancerAddresses } from '../shared/load-balancer.ts'
import { serviceDetail, serviceSummary } from './projections.ts'
import { serviceRoutes } from './routes.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const services = defineKind({
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  scope: 'Namespaced',
  summary: {
    schema: schema.serviceSummary,
    project: serviceSummary,
    reads: [
      ...summaryMetadataReads,
      'metadata.namespace',
      'spec.type',
      'spec.clusterIP',
      'spec.clusterIPs',
      'spec.externalIPs',
      'spec.externalName',
      'spec.ports',
      'spec.selector',
      'status.loadBalancer',
    ],
    expiresAt: ageExpiresAt,
  },
  // A Service's detail has the addresses in its EndpointSlices, so its route is in `serviceRoutes`.
  detail: null,
  projections: [{ schema: schema.serviceDetail, project: (service, now) => serviceDetail(service, [], now) }],
  stream: true,
  search: ({ spec, status }) => ({
    addresses: [
      // `None` is no address.
      ...[spec?.clusterIP, ...(spec?.clusterIPs ?? [])].filter((ip) => ip !== 'None'),
      ...(spec?.externalIPs ?? []),
      ...loadBalancerAddresses(status?.loadBalancer),
    ],
  }),
  rbac: {
    group: 'services',
    description: 'Services: lists and details, with the addresses in their EndpointSlices.',
  },
  extraRoutes: serviceRoutes,
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'spec.clusterIP',
    'spec.clusterIPs',
    'spec.externalIPs',
    'spec.externalName',
    'spec.ports.name',
    'spec.ports.protocol',
    'spec.ports.targetPort',
    'spec.selector',
    'spec.type',
    'status.loadBalancer.ingress.hostname',
    'status.loadBalancer.ingress.ip',
  ],
  samples,
})
