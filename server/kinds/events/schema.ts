import type { FromSchema } from 'json-schema-to-ts'
import { timestamp } from '../../api/schemas/common.ts'
import { pageFields } from '../../api/schemas/parameters.ts'

export const clusterEvent = {
  title: 'ClusterEvent',
  type: 'object',
  additionalProperties: false,
  required: ['type', 'reason', 'message', 'count', 'firstTimestamp', 'lastTimestamp', 'involvedObject'],
  properties: {
    type: { type: 'string' },
    reason: { type: 'string' },
    message: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    firstTimestamp: timestamp,
    lastTimestamp: timestamp,
    involvedObject: {
      title: 'InvolvedObject',
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'name'],
      properties: { kind: { type: 'string' }, name: { type: 'string' }, namespace: { type: 'string' } },
    },
  },
} as const

export const eventList = {
  title: 'EventList',
  type: 'object',
  additionalProperties: false,
  required: ['events'],
  properties: { events: { type: 'array', items: clusterEvent }, ...pageFields },
} as const

export type ClusterEvent = FromSchema<typeof clusterEvent>
