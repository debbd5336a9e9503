import type { FromSchema } from 'json-schema-to-ts'
import { listOptions } from '../../api/schemas/parameters.ts'
import { page, repositoryItems } from '../repohost/schema.ts'

const text = { type: 'string' } as const
/** Longer than any code or state of a host. */
const parameter = { type: 'string', minLength: 1, maxLength: 1024 } as const
const id = { type: 'integer', minimum: 1 } as const
const { limit, continue: token } = listOptions

export const connectQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    return: {
      type: 'string',
      maxLength: 4096,
      description: 'Path of this service to return to, at most 1,024 characters; default: `/`',
    },
    install: { type: 'boolean', description: 'Install the GitHub App, and connect then' },
  },
} as const

export const callbackQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    code: parameter,
    state: parameter,
    error: parameter,
    error_description: { ...text, description: 'Ignored' },
    error_uri: { ...text, description: 'Ignored' },
    installation_id: parameter,
    setup_action: { ...parameter, description: '`install`, `update` or `request`' },
  },
} as const

export const installationsQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { limit, continue: token },
} as const

export const repositoriesQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    installation: { ...id, description: 'Only repositories of this installation' },
    limit,
    continue: token,
  },
} as const

export const installationList = {
  title: 'InstallationList',
  type: 'object',
  additionalProperties: false,
  required: ['installations'],
  properties: {
    installations: {
      type: 'array',
      items: {
        title: 'Installation',
        type: 'object',
        additionalProperties: false,
        required: ['id', 'account', 'repositorySelection'],
        properties: {
          id,
          account: {
            title: 'InstallationAccount',
            type: 'object',
            additionalProperties: false,
            required: ['login', 'type'],
            properties: {
              login: text,
              type: { ...text, description: '`User`, `Organization` or `Enterprise`' },
              avatarUrl: text,
            },
          },
          repositorySelection: { enum: ['all', 'selected'] },
        },
      },
    },
    ...page,
  },
} as const

export const installedRepositories = {
  title: 'InstalledRepositories',
  type: 'object',
  additionalProperties: false,
  required: ['repositories'],
  properties: { repositories: repositoryItems, ...page },
} as const

/** The body of a request that needs nothing besides its caller. */
export const disconnectBody = {
  title: 'DisconnectHostAccount',
  type: 'object',
  additionalProperties: false,
  properties: {},
} as const

export const disconnected = {
  title: 'DisconnectedAccount',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'revoked'],
  properties: {
    success: { type: 'boolean', const: true },
    revoked: { type: 'boolean', description: 'Whether the host revoked the token' },
  },
} as const

export type InstallationList = FromSchema<typeof installationList>
export type InstalledRepositories = FromSchema<typeof installedRepositories>
export type DisconnectedAccount = FromSchema<typeof disconnected>
