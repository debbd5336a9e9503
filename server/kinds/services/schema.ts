import type { FromSchema } from 'json-schema-to-ts'
import { stringMap } from '../../api/schemas/common.ts'
import { endpoints } from '../endpointslices/schema.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const
const port = { type: 'integer' } as const

const fields = {
  type: { ...text, description: '`ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`' },
  clusterIP: { ...text, description: '`None` for a headless Service; absent for an external name' },
  clusterIPs: { ...texts, description: 'One address of each IP family; `["None"]` for a headless Service' },
  externalIPs: texts,
  externalName: { ...text, description: 'Host name that a Service of type `ExternalName` stands for' },
  loadBalancer: {
    title: 'LoadBalancer',
    type: 'object',
    additionalProperties: false,
    required: ['ingress'],
    properties: {
      ingress: {
        type: 'array',
        items: {
          title: 'LoadBalancerIngress',
          type: 'object',
          additionalProperties: false,
          properties: { ip: text, hostname: text },
        },
      },
    },
    description: 'Addresses of its load balancer, as the status reports them; none while it is pending',
  },
  ports: {
    type: 'array',
    items: {
      title: 'ServicePort',
      type: 'object',
      additionalProperties: false,
      required: ['protocol', 'port'],
      properties: {
        name: text,
        protocol: text,
        port,
        targetPort: {
          anyOf: [{ type: 'integer' }, { type: 'string' }],
          description: 'Port of the Pods: a number, or the name of a container port',
        },
        nodePort: port,
      },
    },
  },
  selector: { ...stringMap, description: 'Labels of its Pods; empty: endpoints are not made from Pods' },
} as const
const required = ['type', 'clusterIPs', 'externalIPs', 'loadBalancer', 'ports', 'selector'] as const

/** A Service in lists and in the live stream. */
export const serviceSummary = {
  title: 'ServiceSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/services/{name}. */
export const serviceDetail = {
  title: 'ServiceDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required, 'endpoints'],
  properties: {
    ...detailFields,
    ...namespaceField,
    ...fields,
    endpoints: {
      ...endpoints,
      description:
        'Addresses in its EndpointSlices, each once and in order. An endpoint whose readiness is not stated is ready; one that is ready in any slice is ready',
    },
  },
} as const

export type ServiceSummary = FromSchema<typeof serviceSummary>
export type ServiceDetail = FromSchema<typeof serviceDetail>
