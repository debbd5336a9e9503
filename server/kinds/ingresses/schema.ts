import type { FromSchema } from 'json-schema-to-ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const

const backendFields = {
  service: {
    title: 'IngressServiceBackend',
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: text,
      port: {
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        description: 'Port of the Service: a number, or its name',
      },
    },
  },
  resource: {
    title: 'IngressResourceBackend',
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'name'],
    properties: { apiGroup: text, kind: text, name: text },
    description: 'An object in the place of a Service',
  },
} as const

const fields = {
  className: {
    ...text,
    description: '`spec.ingressClassName`, as kubectl prints it: a class in an annotation does not count',
  },
  hosts: { ...texts, description: 'Hosts of the rules, each once; a rule without host is for all' },
  rules: {
    type: 'array',
    items: {
      title: 'IngressRule',
      type: 'object',
      additionalProperties: false,
      required: ['paths'],
      properties: {
        host: { ...text, description: 'Absent: all hosts' },
        paths: {
          type: 'array',
          items: {
            title: 'IngressPath',
            type: 'object',
            additionalProperties: false,
            required: ['pathType'],
            properties: {
              path: text,
              pathType: { ...text, description: '`Exact`, `Prefix` or `ImplementationSpecific`' },
              ...backendFields,
            },
          },
        },
      },
    },
  },
  tls: {
    type: 'array',
    items: {
      title: 'IngressTls',
      type: 'object',
      additionalProperties: false,
      required: ['hosts'],
      properties: { hosts: texts, secretName: text },
    },
  },
  defaultBackend: {
    title: 'IngressBackend',
    type: 'object',
    additionalProperties: false,
    properties: backendFields,
    description: 'Backend of requests that no rule matches',
  },
  addresses: {
    ...texts,
    description: 'IP address or host name of each load balancer, as the status reports them',
  },
} as const
const required = ['hosts', 'rules', 'tls', 'addresses'] as const

/** An Ingress in lists and in the live stream. */
export const ingressSummary = {
  title: 'IngressSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/ingress/{name}. */
export const ingressDetail = {
  title: 'IngressDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required],
  properties: { ...detailFields, ...namespaceField, ...fields },
} as const

export type IngressSummary = FromSchema<typeof ingressSummary>
export type IngressDetail = FromSchema<typeof ingressDetail>
