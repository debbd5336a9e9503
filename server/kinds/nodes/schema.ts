import type { FromSchema } from 'json-schema-to-ts'
import { age, annotations, quantity, stringMap, timestamp } from '../../api/schemas/common.ts'

const amounts = {
  title: 'NodeResources',
  type: 'object',
  additionalProperties: false,
  description: 'As the node reports them; what it does not report is left out',
  properties: { cpu: quantity, memory: quantity, pods: quantity },
} as const

const conditionFields = {
  type: { type: 'string' },
  status: { type: 'string' },
  reason: { type: 'string' },
} as const

const nodeFields = {
  name: { type: 'string' },
  status: {
    type: 'string',
    enum: ['Ready', 'NotReady', 'Unknown'],
    description: 'From the Ready condition: True, False, anything else or none',
  },
  roles: { type: 'array', items: { type: 'string' } },
  version: { type: 'string', description: "The kubelet's version" },
  capacity: amounts,
  allocatable: amounts,
} as const

export const nodeSummary = {
  title: 'NodeSummary',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'status', 'roles', 'capacity', 'allocatable', 'conditions'],
  properties: {
    ...nodeFields,
    conditions: {
      type: 'array',
      items: {
        title: 'NodeConditionSummary',
        type: 'object',
        additionalProperties: false,
        required: ['type', 'status'],
        properties: conditionFields,
      },
    },
  },
} as const

const share = {
  title: 'AllocatedResource',
  type: 'object',
  additionalProperties: false,
  required: ['requests', 'limits', 'percent', 'limitsPercent'],
  properties: {
    requests: quantity,
    limits: quantity,
    percent: { type: 'integer', description: 'Requests of allocatable, rounded down' },
    limitsPercent: {
      type: 'integer',
      description: 'Limits of allocatable, rounded down; over 100: overcommitted',
    },
  },
} as const

/** Response of GET /api/nodes/{name}. */
export const nodeDetail = {
  title: 'NodeDetail',
  type: 'object',
  additionalProperties: false,
  required: [
    'name',
    'uid',
    'status',
    'roles',
    'capacity',
    'allocatable',
    'conditions',
    'createdAt',
    'age',
    'labels',
    'annotations',
    'taints',
    'unschedulable',
    'addresses',
    'podCIDRs',
    'allocated',
  ],
  properties: {
    ...nodeFields,
    uid: { type: 'string' },
    conditions: {
      type: 'array',
      items: {
        title: 'NodeCondition',
        type: 'object',
        additionalProperties: false,
        required: ['type', 'status'],
        properties: {
          ...conditionFields,
          message: { type: 'string' },
          lastHeartbeatTime: timestamp,
          lastTransitionTime: timestamp,
        },
      },
    },
    createdAt: timestamp,
    age,
    labels: stringMap,
    annotations,
    taints: {
      type: 'array',
      items: {
        title: 'Taint',
        type: 'object',
        additionalProperties: false,
        required: ['key', 'effect'],
        properties: {
          key: { type: 'string' },
          value: { type: 'string' },
          effect: { type: 'string' },
          timeAdded: timestamp,
        },
      },
    },
    unschedulable: { type: 'boolean', description: 'Cordoned' },
    addresses: {
      type: 'array',
      items: {
        title: 'NodeAddress',
        type: 'object',
        additionalProperties: false,
        required: ['type', 'address'],
        properties: { type: { type: 'string' }, address: { type: 'string' } },
      },
    },
    podCIDRs: { type: 'array', items: { type: 'string' } },
    nodeInfo: {
      title: 'NodeInfo',
      type: 'object',
      additionalProperties: false,
      properties: {
        osImage: { type: 'string' },
        kernelVersion: { type: 'string' },
        containerRuntimeVersion: { type: 'string' },
        architecture: { type: 'string' },
        kubeletVersion: { type: 'string' },
      },
    },
    allocated: {
      title: 'AllocatedResources',
      type: 'object',
      additionalProperties: false,
      required: ['cpu', 'memory', 'pods'],
      description:
        'What the Pods on the node that have not ended ask for and may use, as `kubectl describe node` sums it; every Pod counts as one of `pods`',
      properties: { cpu: share, memory: share, pods: share },
    },
  },
} as const

export type NodeStatus = NodeSummary['status']
export type NodeSummary = FromSchema<typeof nodeSummary>
export type NodeDetail = FromSchema<typeof nodeDetail>
export type Allocated = NodeDetail['allocated']
