import type { FromSchema } from 'json-schema-to-ts'
import { labelSelectorSchema } from '../shared/label-selector.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const

const fields = {
  podSelector: labelSelectorSchema,
  policyTypes: { ...texts, description: '`Ingress`, `Egress` or both' },
} as const

const peer = {
  title: 'NetworkPolicyPeer',
  type: 'object',
  additionalProperties: false,
  properties: {
    podSelector: labelSelectorSchema,
    namespaceSelector: labelSelectorSchema,
    ipBlock: {
      title: 'IpBlock',
      type: 'object',
      additionalProperties: false,
      required: ['cidr', 'except'],
      properties: { cidr: text, except: texts },
    },
  },
} as const

const port = {
  title: 'NetworkPolicyPort',
  type: 'object',
  additionalProperties: false,
  required: ['protocol'],
  properties: {
    protocol: text,
    port: {
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      description: 'A number, or the name of a port; absent: all ports',
    },
    endPort: { type: 'integer', description: 'Last port of a range that begins with `port`' },
  },
} as const

const rules = {
  type: 'array',
  items: {
    title: 'NetworkPolicyRule',
    type: 'object',
    additionalProperties: false,
    required: ['peers', 'ports'],
    properties: {
      peers: { type: 'array', items: peer, description: 'Sources or destinations; empty: all' },
      ports: { type: 'array', items: port, description: 'Ports; empty: all' },
    },
  },
} as const

/** A NetworkPolicy in lists and in the live stream. */
export const networkPolicySummary = {
  title: 'NetworkPolicySummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', 'podSelector', 'policyTypes'],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/networkpolicies/{name}. */
export const networkPolicyDetail = {
  title: 'NetworkPolicyDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', 'podSelector', 'policyTypes', 'ingress', 'egress'],
  properties: {
    ...detailFields,
    ...namespaceField,
    ...fields,
    ingress: {
      ...rules,
      description: 'Allowed sources; empty with policy type `Ingress`: nothing is allowed in',
    },
    egress: {
      ...rules,
      description: 'Allowed destinations; empty with policy type `Egress`: nothing is allowed out',
    },
  },
} as const

export type NetworkPolicySummary = FromSchema<typeof networkPolicySummary>
export type NetworkPolicyDetail = FromSchema<typeof networkPolicyDetail>
