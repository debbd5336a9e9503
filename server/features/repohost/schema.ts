import type { FromSchema } from 'json-schema-to-ts'
import { listOptions } from '../../api/schemas/parameters.ts'

const text = { type: 'string' } as const
const sha = { ...text, description: 'Object id of Git' } as const
const count = { type: 'integer', minimum: 0 } as const
const { limit, continue: token } = listOptions
export const page = {
  continue: {
    ...text,
    description:
      'Token for the next page: send it as `continue`. It is there although no `limit` was set, after 1,000 items',
  },
} as const

export const owner = {
  type: 'string',
  maxLength: 100,
  description: 'User or organization that owns the repository',
} as const
export const repo = { type: 'string', maxLength: 100, description: 'Name of the repository' } as const
export const ref = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Branch, tag or sha; default: the default branch',
} as const
export const path = { type: 'string', maxLength: 4096, description: 'Path within the repository' } as const
const truncated = { type: 'boolean', description: 'Whether entries are left out' } as const

/** The commit that a response was read at; absent for an empty repository. */
export const origin = {
  fullName: { ...text, description: 'Owner and name of the repository, which may have been renamed' },
  ref: { ...text, description: 'The branch, tag or sha that was read' },
  commit: { ...sha, description: 'The commit that was read; absent if the repository is empty' },
} as const

export const repositoriesQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    q: { type: 'string', maxLength: 256, description: 'Part of owner/name, in any case' },
    limit,
    continue: token,
  },
} as const

export const branchesQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo'],
  properties: { owner, repo, limit, continue: token },
} as const

export const treeQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo'],
  properties: {
    owner,
    repo,
    ref,
    path: { ...path, description: 'Folder; default: the root' },
    recursive: { type: 'boolean', description: 'Include everything below the folder' },
  },
} as const

export const fileQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo', 'path'],
  properties: { owner, repo, ref, path },
} as const

export const filesQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo'],
  properties: {
    owner,
    repo,
    ref,
    pattern: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'Glob of paths; default: `**/*.{yaml,yml}`',
    },
  },
} as const

/** A list of repositories. */
export const repositoryItems = {
  type: 'array',
  items: {
    title: 'Repository',
    type: 'object',
    additionalProperties: false,
    required: ['owner', 'repo', 'fullName', 'defaultBranch', 'private', 'canPush'],
    properties: {
      owner: text,
      repo: text,
      fullName: text,
      defaultBranch: text,
      private: { type: 'boolean' },
      canPush: { type: 'boolean' },
      updatedAt: { type: 'string', format: 'timestamp' },
    },
  },
} as const

export const repositoryList = {
  title: 'RepositoryList',
  type: 'object',
  additionalProperties: false,
  required: ['repos'],
  properties: {
    repos: repositoryItems,
    ...page,
  },
} as const

export const repositoryBranches = {
  title: 'RepositoryBranches',
  type: 'object',
  additionalProperties: false,
  required: ['branches'],
  properties: {
    branches: {
      type: 'array',
      items: {
        title: 'RepositoryBranch',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'sha', 'protected'],
        properties: { name: text, sha, protected: { type: 'boolean' } },
      },
    },
    ...page,
  },
} as const

export const repositoryTree = {
  title: 'RepositoryTree',
  type: 'object',
  additionalProperties: false,
  required: ['tree', 'truncated'],
  properties: {
    ...origin,
    tree: {
      type: 'array',
      items: {
        title: 'RepositoryTreeEntry',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'path', 'type', 'sha'],
        properties: {
          name: text,
          path: text,
          type: { enum: ['file', 'dir', 'symlink', 'submodule'] },
          size: count,
          sha,
        },
      },
    },
    truncated,
  },
} as const

export const fileContent = {
  title: 'RepositoryFile',
  type: 'object',
  additionalProperties: false,
  required: ['fullName', 'path', 'ref', 'commit', 'sha', 'size', 'content', 'encoding'],
  properties: {
    ...origin,
    path: text,
    sha,
    size: count,
    content: text,
    encoding: { enum: ['utf-8', 'base64'] },
    lfs: {
      title: 'LfsPointer',
      type: 'object',
      additionalProperties: false,
      required: ['oid', 'size'],
      properties: { oid: text, size: count },
      description: 'The file is a pointer to this object of Git LFS',
    },
  },
} as const

export const fileList = {
  title: 'RepositoryFiles',
  type: 'object',
  additionalProperties: false,
  required: ['files', 'truncated'],
  properties: {
    ...origin,
    files: {
      type: 'array',
      items: {
        title: 'RepositoryFileEntry',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'path', 'sha'],
        properties: { name: text, path: text, sha, size: count },
      },
    },
    truncated,
  },
} as const

export const authStatus = {
  title: 'RepositoryHostStatus',
  type: 'object',
  additionalProperties: false,
  required: ['configured', 'authenticated', 'via'],
  properties: {
    configured: { type: 'boolean' },
    authenticated: { type: 'boolean', description: 'Whether the host accepts the credential of this caller' },
    via: {
      enum: ['app-user', 'installation', 'token', 'none'],
      description: 'The credential that reads and writes of this caller use',
    },
    host: { ...text, description: 'Name of the host' },
    login: text,
    scopes: { type: 'array', items: text },
    expiresAt: {
      type: 'string',
      format: 'timestamp',
      description:
        'End of the credential; of the own account (`app-user`): when it has to be connected again',
    },
    writable: { type: 'boolean', description: 'Whether this caller may propose and merge changes' },
    connectUrl: { ...text, description: 'Path at which the caller connects its own account' },
    installUrl: { ...text, description: 'Path at which the caller installs the GitHub App' },
    reason: { ...text, description: 'Why the caller cannot use the host, and what to set' },
  },
} as const

export type RepositoryList = FromSchema<typeof repositoryList>
export type RepositoryBranches = FromSchema<typeof repositoryBranches>
export type RepositoryTree = FromSchema<typeof repositoryTree>
export type FileContent = FromSchema<typeof fileContent>
export type FileList = FromSchema<typeof fileList>
export type AuthStatus = FromSchema<typeof authStatus>
