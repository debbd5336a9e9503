import type { FromSchema } from 'json-schema-to-ts'

const text = { type: 'string' } as const

/** One record of the audit log, without the fields of the hash chain. */
export const auditEntry = {
  title: 'AuditEntry',
  type: 'object',
  additionalProperties: false,
  required: ['timestamp', 'event', 'requestId', 'caller', 'address'],
  properties: {
    timestamp: {
      ...text,
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
      description: 'With milliseconds',
    },
    event: {
      enum: ['write', 'denied', 'sign-in', 'sign-out'],
      description: 'A write, a denied request, a sign-in or a sign-out',
    },
    phase: {
      enum: ['requested', 'done'],
      description: 'A write is recorded before it is requested from the cluster, and after',
    },
    requestId: text,
    caller: {
      title: 'AuditedCaller',
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['name', 'via'],
      properties: {
        name: text,
        via: { enum: ['port-forward', 'local', 'token', 'oidc', 'github', 'proxy'] },
      },
      description: 'null if the caller was not authenticated',
    },
    address: text,
    context: text,
    verb: { enum: ['patch', 'delete'] },
    resource: { ...text, description: 'As in RBAC, such as `deployments.apps`' },
    namespace: text,
    name: text,
    method: text,
    route: text,
    result: text,
    resourceVersion: {
      title: 'AuditedVersions',
      type: 'object',
      additionalProperties: false,
      properties: { before: text, after: text },
    },
  },
} as const

export const auditList = {
  title: 'AuditList',
  type: 'object',
  additionalProperties: false,
  required: ['audit', 'replica'],
  properties: {
    audit: {
      type: 'array',
      items: auditEntry,
      description: 'The last 1,000 entries of this replica, newest first',
    },
    replica: { ...text, description: 'Name of the Pod or machine' },
  },
} as const

export type AuditEntry = FromSchema<typeof auditEntry>
export type AuditList = FromSchema<typeof auditList>
