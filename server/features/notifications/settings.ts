import { list } from '../../api/schemas/settings.ts'
import { severities } from '../../diagnosis/finding.ts'
import { channelTypes } from './channels/send-message.ts'
import { MAX_CHANNELS, MAX_NAMESPACES } from './schema.ts'

const duration = { type: 'string', format: 'duration' } as const
const file = { type: 'string', minLength: 1 } as const
const fileReference = {
  type: 'object',
  additionalProperties: false,
  required: ['file'],
  properties: { file },
} as const

/** A channel that the operator of the service sets. */
const channel = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'urlFrom'],
  properties: {
    type: { enum: channelTypes },
    urlFrom: fileReference,
    secretFrom: fileReference,
    minSeverity: { enum: severities },
    namespaces: {
      type: 'array',
      items: { type: 'string', format: 'dns1123-label' },
      maxItems: MAX_NAMESPACES,
      uniqueItems: true,
    },
  },
} as const

/** Settings of notifications, by key. */
export const notificationsSettings = {
  notifications: {
    type: 'boolean',
    default: false,
    description: 'notify channels of problems in the clusters (chart: notifications.enabled)',
  },
  notificationsChannels: {
    type: 'object',
    additionalProperties: false,
    patternProperties: { '^[a-z0-9-]{1,40}$': channel },
    maxProperties: MAX_CHANNELS,
    description:
      'channels by name, as JSON: {"ops": {"type": "webhook", "urlFrom": {"file": "/run/url"}}} (chart: notifications.channels)',
  },
  notificationsAllowedHosts: {
    ...list,
    items: { type: 'string', pattern: '^(?:[a-z0-9.-]{1,253}|\\[[0-9a-f:.]+\\])(?::[1-9][0-9]{0,4})?$' },
    description:
      'hosts that channels of callers may have, as host or host:port, empty for none (chart: notifications.allowedHosts)',
  },
  notificationsAllowedAddresses: {
    ...list,
    items: { type: 'string', minLength: 1, maxLength: 64 },
    description:
      'networks that those hosts may be in besides public addresses, such as 10.1.0.0/16 (chart: notifications.allowedAddresses)',
  },
  notificationsCaFile: {
    ...file,
    description: 'file with the CA of the receivers (default: the CAs that Node.js trusts)',
  },
  notificationsContexts: {
    ...list,
    items: { type: 'string', format: 'context-name' },
    description:
      'contexts whose problems are reported (default: the default context; chart: notifications.contexts)',
  },
  notificationsLease: {
    type: 'string',
    minLength: 1,
    description: 'name of the Lease whose holder notifies (default: cluster-inspector-notifier)',
  },
  notificationsFor: {
    ...duration,
    default: '1m',
    description: 'time for which a problem lasts before it is reported, twice that for nodes',
  },
  notificationsGroupWait: {
    ...duration,
    default: '30s',
    description: 'time for which a message waits for further problems of its namespace',
  },
  notificationsResolveAfter: {
    ...duration,
    default: '5m',
    description: 'time without a problem after which it is reported as resolved',
  },
  notificationsFlapWindow: {
    ...duration,
    default: '30m',
    description: 'time in which four changes are reported as flapping, and of calm that ends it',
  },
  notificationsRepeat: {
    ...duration,
    default: '4h',
    description: 'time after which a message about a problem that lasts is repeated',
  },
} as const
