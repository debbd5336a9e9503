import { namespaceName, timestamp } from './common.ts'
import { listOptions } from './parameters.ts'

export const streamQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    namespace: {
      ...namespaceName,
      description:
        'A namespace; omitted: all the service may read. Kinds without namespace are not narrowed by it',
    },
    kinds: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 512 },
    labelSelector: listOptions.labelSelector,
    snapshot: {
      type: 'boolean',
      description: 'Whether all there is comes first, as ADDED; omitted: true',
    },
  },
} as const

const kinds = { type: 'array', items: { type: 'string' } } as const

export const streamConnected = {
  title: 'StreamConnected',
  type: 'object',
  additionalProperties: false,
  required: ['timestamp', 'context', 'kinds'],
  properties: { timestamp, context: { type: 'string' }, namespace: { type: 'string' }, kinds },
} as const

export const streamSynced = {
  title: 'StreamSynced',
  type: 'object',
  additionalProperties: false,
  required: ['kinds'],
  properties: { kinds },
} as const

export const streamHeartbeat = {
  title: 'StreamHeartbeat',
  type: 'object',
  additionalProperties: false,
  required: ['timestamp'],
  properties: { timestamp },
} as const

export const streamForbidden = {
  title: 'StreamForbidden',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'error', 'code', 'statusCode'],
  properties: {
    kind: { type: 'string' },
    error: { type: 'string', description: "The API server's own words" },
    code: { const: 'FORBIDDEN' },
    statusCode: { const: 403 },
  },
} as const

export const streamResync = {
  title: 'StreamResync',
  type: 'object',
  additionalProperties: false,
  required: ['kinds', 'reason'],
  properties: { kinds, reason: { type: 'string' } },
} as const

export const streamBye = {
  title: 'StreamBye',
  type: 'object',
  additionalProperties: false,
  required: ['reason'],
  properties: { reason: { type: 'string' } },
} as const
