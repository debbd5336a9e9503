import type { FromSchema } from 'json-schema-to-ts'
import { authMethod } from './common.ts'

const text = { type: 'string' } as const
const instant = { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' } as const
const count = { type: 'integer', minimum: 0 } as const
const textOrNull = { type: ['string', 'null'] } as const
const uuid = { ...text, pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' } as const

/** One record of the audit log, without the fields of the hash chain. */
export const auditEntry = {
  title: 'AuditEntry',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'timestamp', 'event', 'requestId', 'caller', 'address'],
  properties: {
    id: { ...uuid, description: 'Unique id of this entry, assigned by the service' },
    timestamp: { ...instant, description: 'With milliseconds' },
    event: {
      enum: [
        'write',
        'disclosure',
        'model-call',
        'denied',
        'sign-in',
        'sign-out',
        'give-up',
        'unfinished-lines',
        'closed',
      ],
      description:
        'A write, a read of values of a Secret (`disclosure`), a call of the language model, a denied request, a sign-in or a sign-out; `give-up`: a notification that was not delivered; `unfinished-lines`: an earlier process left unfinished lines in the audit file; `closed`: the last entry of a process',
    },
    phase: {
      enum: ['requested', 'done'],
      description:
        'A write is recorded before it is requested from the cluster, and after; a call of the model before and after, too',
    },
    changeId: {
      ...uuid,
      description:
        'Id of a write or of a call of the model, assigned by the service: the same in the entry of its request and in that of its outcome',
    },
    requestId: {
      ...textOrNull,
      description:
        '`X-Request-Id` of the request. Callers may choose it, so entries of different requests may share one. null for an entry that is not about one request',
    },
    caller: {
      title: 'AuditedCaller',
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['name', 'via'],
      properties: {
        name: text,
        via: authMethod,
      },
      description: 'null if the caller was not authenticated, or for an entry that is not about one caller',
    },
    address: {
      ...textOrNull,
      description: 'null for an entry that is not about one address. Summaries count IPv6 addresses by /64',
    },
    context: text,
    verb: { enum: ['get', 'patch', 'delete', 'create', 'merge'] },
    resource: {
      ...text,
      description:
        'As in RBAC, such as `deployments.apps`; `pullrequests` and `hostaccounts` of the repository host, `notifications` of this service',
    },
    namespace: text,
    name: text,
    method: text,
    route: text,
    result: text,
    model: { ...text, description: 'Name of the language model' },
    tokens: {
      title: 'AuditedTokens',
      type: 'object',
      additionalProperties: false,
      required: ['input', 'output'],
      properties: { input: count, output: count },
      description: 'Tokens of a call of the model. Its words are in no entry',
    },
    count: {
      type: 'integer',
      minimum: 1,
      description:
        'Number of requests that a summary entry stands for, in addition to those with an entry of their own; absent for an entry about one request',
    },
    since: { ...instant, description: 'Time of the first request that a summary entry stands for' },
    unfinished: {
      title: 'UnfinishedLines',
      type: 'object',
      additionalProperties: false,
      required: ['lines', 'bytes', 'offset'],
      properties: { lines: count, bytes: count, offset: count },
      description:
        'Lines without a valid end after the last whole line of the audit file, their bytes, and the offset of the first',
    },
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
      description:
        'At most 1,000 of the last entries of this replica, newest first. At least 500 places are for writes and disclosures, and 500 for other entries',
    },
    replica: { ...text, description: 'Name of the Pod or machine' },
  },
} as const

export type AuditEntry = FromSchema<typeof auditEntry>
export type AuditList = FromSchema<typeof auditList>
