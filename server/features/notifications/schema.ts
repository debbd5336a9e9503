import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName, timestamp } from '../../api/schemas/common.ts'
import { severities } from '../../diagnosis/finding.ts'
import { outcomes } from './channels/outbox.ts'
import { channelTypes } from './channels/send-message.ts'

export const MAX_CHANNELS = 10
export const MAX_NAMESPACES = 20
const MAX_KINDS = 40
export const MAX_MESSAGE = 2000

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const severity = { enum: severities } as const
const count = { type: 'integer', minimum: 0 } as const
const line = { type: 'string', format: 'line' } as const

const channelName = {
  type: 'string',
  pattern: '^[a-z0-9-]{1,40}$',
  description: 'Unique; default: the type, with a number if there are several',
} as const
const namespaces = {
  type: 'array',
  items: namespaceName,
  maxItems: MAX_NAMESPACES,
  uniqueItems: true,
  description: 'Namespaces whose problems are reported; empty: all, and those outside of namespaces',
} as const
const kinds = {
  type: 'array',
  items: { type: 'string', pattern: '^[a-z][a-z0-9.-]{0,126}$' },
  maxItems: MAX_KINDS,
  uniqueItems: true,
  description: 'Kinds whose problems are reported, as path segments: `deployments`; empty: all',
} as const
const repeatHours = {
  type: 'integer',
  minimum: 1,
  maximum: 168,
  description: 'Hours after which a message about a problem that lasts is repeated, at most six times',
} as const
const minSeverity = { ...severity, description: 'Least severity that is reported' } as const

const channelFilter = { minSeverity, namespaces } as const
const type = { enum: channelTypes } as const

/** A channel in the body of a change. What GET responds with is accepted. */
const channelBody = {
  title: 'NotificationChannelChange',
  type: 'object',
  additionalProperties: false,
  required: ['type', 'url'],
  properties: {
    name: channelName,
    type,
    url: { ...text, minLength: 1, maxLength: 2048, description: 'https URL, or the mask of GET to keep it' },
    secret: {
      ...text,
      maxLength: 200,
      description:
        'Key of the signature: `whsec_` and 24 to 64 bytes in base64; the mask of GET keeps it, and none removes it',
    },
    ...channelFilter,
    managed: { ...flag, description: 'Ignored' },
    broken: { ...flag, description: 'Ignored' },
  },
} as const

/** A channel in responses. */
const channel = {
  title: 'NotificationChannel',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'type', 'url', 'managed', 'broken'],
  properties: {
    name: channelName,
    type,
    url: { ...text, description: 'Masked but for its host' },
    secret: { ...text, description: '`****` if messages are signed' },
    ...channelFilter,
    managed: { ...flag, description: 'The operator of the service has set it; it cannot be changed here' },
    broken: {
      ...flag,
      description:
        'The receiver said that it is gone; a change of the channel or a test that is delivered ends it',
    },
  },
} as const

const firing = {
  title: 'FiringAlert',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'phase', 'context', 'rule', 'severity', 'kind', 'name', 'title', 'since'],
  properties: {
    id: text,
    phase: { enum: ['firing', 'flapping'] },
    context: text,
    rule: text,
    severity,
    kind: text,
    name: text,
    namespace: text,
    title: text,
    since: timestamp,
  },
} as const

const delivery = {
  title: 'NotificationDelivery',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'channel', 'time', 'attempt', 'outcome'],
  properties: {
    id: { ...text, description: '`webhook-id` of the message' },
    channel: text,
    time: timestamp,
    attempt: count,
    outcome: { enum: outcomes, description: '`retry`: it is tried again' },
    status: { type: 'integer', description: 'HTTP status' },
    error: text,
  },
} as const

const configuration = {
  enabled: flag,
  enabledResources: { type: 'array', items: text, description: 'The kinds that are reported' },
  status: { enum: ['active', 'disabled'] },
  channels: { type: 'array', items: channel },
  kinds,
  minSeverity,
  namespaces,
  repeatHours,
} as const

/** Response of `GET /api/notifications`. */
export const notifications = {
  title: 'Notifications',
  type: 'object',
  additionalProperties: false,
  required: [...(Object.keys(configuration) as (keyof typeof configuration)[]), 'firing', 'deliveries'],
  properties: {
    ...configuration,
    firing: {
      type: 'array',
      items: firing,
      description:
        'Alerts that fire; empty where the rights of the caller count, since they may be about anything',
    },
    deliveries: { type: 'array', items: delivery, description: 'The last 50 attempts, newest first' },
  },
} as const

/** Body of `POST /api/notifications`: its keys decide. */
export const notificationChange = {
  title: 'NotificationChange',
  type: 'object',
  additionalProperties: false,
  dependentRequired: {
    channel: ['test'],
    title: ['message'],
    severity: ['message'],
    resource: ['message'],
  },
  properties: {
    enabled: flag,
    channels: {
      type: 'array',
      items: channelBody,
      maxItems: MAX_CHANNELS * 2,
      description: 'Replaces the channels of callers; those of the operator of the service stay',
    },
    kinds,
    minSeverity,
    namespaces,
    repeatHours,
    test: { ...flag, description: 'Send a test to each channel now, or to `channel`' },
    channel: { ...channelName, description: 'The channel to test' },
    message: { type: 'string', format: 'unicode-text', minLength: 1, maxLength: MAX_MESSAGE },
    title: { ...line, maxLength: 200 },
    severity,
    resource: line,
  },
} as const

const test = {
  title: 'NotificationTest',
  type: 'object',
  additionalProperties: false,
  required: ['channel', 'delivered', 'milliseconds'],
  properties: {
    channel: text,
    delivered: flag,
    status: { type: 'integer' },
    error: text,
    milliseconds: count,
  },
} as const

/** Response of `POST /api/notifications`. */
export const changedNotifications = {
  title: 'ChangedNotifications',
  type: 'object',
  additionalProperties: false,
  required: ['success'],
  properties: {
    success: { const: true },
    message: text,
    ...configuration,
    tests: { type: 'array', items: test },
    id: { ...text, description: '`webhook-id` of the message' },
    queued: { ...count, description: 'Channels that the message waits for' },
  },
} as const

export type NotificationsBody = FromSchema<typeof notifications>
export type NotificationChange = FromSchema<typeof notificationChange>
export type ChangedNotifications = FromSchema<typeof changedNotifications>
export type ChannelBody = FromSchema<typeof channelBody>
