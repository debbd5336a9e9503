import type { FromSchema } from 'json-schema-to-ts'
import { quantities } from '../../api/schemas/common.ts'
import type { Node } from '../../kinds/nodes/model.ts'
import type { NodeMetrics, PodMetrics } from '../../kinds/metrics/kinds.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { checked } from '../../kinds/shared/checked.ts'

/*
 * The parts of objects that usage is computed from, checked as they are read: no API server validates the objects of an aggregated
 * API for this service.
 */

const text = { type: 'string' } as const

const podMeasurement = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'namespace', 'timestamp', 'window', 'containers'],
  properties: {
    name: text,
    namespace: text,
    timestamp: text,
    window: text,
    containers: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'usage'],
        properties: { name: text, usage: quantities },
      },
    },
  },
} as const

const nodeMeasurement = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'timestamp', 'window', 'usage'],
  properties: { name: text, timestamp: text, window: text, usage: quantities },
} as const

const podContainers = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'namespace', 'containers'],
  properties: {
    name: text,
    namespace: text,
    containers: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'requests', 'limits'],
        properties: { name: text, requests: quantities, limits: quantities },
      },
    },
  },
} as const

const nodeCapacity = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'allocatable'],
  properties: { name: text, allocatable: quantities },
} as const

export type PodMeasurement = FromSchema<typeof podMeasurement>
export type NodeMeasurement = FromSchema<typeof nodeMeasurement>
export type PodContainers = FromSchema<typeof podContainers>

/** Each throws MalformedObjectError for an object with fields of another type; lists leave such objects out. */
export const measuredPod = checked('PodMetrics', podMeasurement, (one: PodMetrics): PodMeasurement => ({
  name: one.metadata.name,
  namespace: one.metadata.namespace ?? '',
  timestamp: one.timestamp ?? '',
  window: one.window ?? '',
  containers: (one.containers ?? []).map(({ name = '', usage }) => ({ name, usage: usage ?? {} })),
}))

export const measuredNode = checked('NodeMetrics', nodeMeasurement, (one: NodeMetrics): NodeMeasurement => ({
  name: one.metadata.name,
  timestamp: one.timestamp ?? '',
  window: one.window ?? '',
  usage: one.usage ?? {},
}))

export const containersOf = checked('Pod', podContainers, ({ metadata, spec }: Pod): PodContainers => ({
  name: metadata.name,
  namespace: metadata.namespace ?? '',
  containers: (spec?.containers ?? []).map(({ name, resources }) => ({
    name,
    requests: resources?.requests ?? {},
    limits: resources?.limits ?? {},
  })),
}))

export const capacityOf = checked('Node', nodeCapacity, ({ metadata, status }: Node) => ({
  name: metadata.name,
  allocatable: status?.allocatable ?? {},
}))
