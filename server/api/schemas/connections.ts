import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName, timestamp } from './common.ts'
import { missingRight } from './problems.ts'

const text = { type: 'string' } as const

export const contextList = {
  title: 'ContextList',
  type: 'object',
  additionalProperties: false,
  required: ['contexts'],
  properties: {
    contexts: {
      type: 'array',
      items: {
        title: 'Context',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'cluster', 'user', 'namespace', 'current', 'source', 'ready'],
        properties: {
          name: { ...text, description: 'Value for `?context=`' },
          cluster: { ...text, description: 'Name of the cluster in the declaration of the context' },
          user: { ...text, description: 'Name of the user in the declaration of the context' },
          namespace: { ...text, description: 'Preferred namespace of the context; no route uses it' },
          current: { type: 'boolean', description: 'Used by requests that name no context' },
          source: { ...text, description: 'Declaration of the context' },
          ready: { type: 'boolean', description: 'Whether the cluster responded to the last request' },
          reason: { ...text, description: 'Why it is not ready' },
          serverVersion: text,
          lastProbeTime: timestamp,
        },
      },
    },
  },
} as const

export const CHECKS = ['dns', 'tcp', 'tls', 'authentication', 'authorization', 'version'] as const

export const connectionTest = {
  title: 'ConnectionTest',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'context', 'message', 'checks'],
  properties: {
    success: { type: 'boolean' },
    context: text,
    message: text,
    serverVersion: text,
    checks: {
      type: 'array',
      items: {
        title: 'ConnectionCheck',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'status', 'milliseconds', 'message'],
        properties: {
          name: { enum: CHECKS },
          status: { enum: ['pass', 'fail', 'skipped'] },
          milliseconds: { type: 'number', minimum: 0 },
          message: text,
        },
      },
    },
  },
} as const

export const permissionsQuery = {
  type: 'object',
  additionalProperties: false,
  required: [],
  properties: { namespace: { ...namespaceName, description: 'Namespace; omitted: the whole cluster' } },
} as const

export const permissionList = {
  title: 'PermissionList',
  type: 'object',
  additionalProperties: false,
  required: ['permissions'],
  properties: {
    permissions: {
      type: 'array',
      items: {
        title: 'Permission',
        type: 'object',
        additionalProperties: false,
        required: ['group', 'route', 'allowed', 'missing'],
        properties: {
          group: { ...text, description: 'Route group, as in the path' },
          route: { ...text, examples: ['GET /api/pods'] },
          allowed: { type: 'boolean' },
          missing: { type: 'array', items: missingRight },
        },
      },
    },
  },
} as const

export type ContextList = FromSchema<typeof contextList>
export type ConnectionTest = FromSchema<typeof connectionTest>
export type PermissionList = FromSchema<typeof permissionList>
