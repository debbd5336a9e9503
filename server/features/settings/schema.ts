import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName, objectName } from '../../api/schemas/common.ts'
import { MAX_CONTENT_BYTES, MAX_ENTRIES, MAX_FILES } from './limits.ts'

const flag = { type: 'boolean' } as const
const line = { type: 'string', format: 'line' } as const
const text = { type: 'string', format: 'unicode-text' } as const
const contextName = { type: 'string', format: 'context-name' } as const

/** Preferences of a person, and their defaults. */
const preferenceProperties = {
  selectedContext: {
    type: ['string', 'null'],
    format: 'context-name',
    description: 'Name of a context, which need not exist now; null: the default context',
  },
  selectedNamespace: {
    type: 'string',
    format: 'namespace-choice',
    description: 'A namespace; empty: all namespaces',
  },
  realtimeEnabled: { ...flag, description: 'Whether pages follow `/api/stream`' },
  autoRefreshEnabled: { ...flag, description: 'Whether pages without live updates are read again' },
  autoRefreshInterval: { type: 'integer', minimum: 5, maximum: 300, description: 'Seconds between reads' },
  themeMode: { enum: ['light', 'dark', 'system'] },
  compactMode: flag,
  notificationsEnabled: flag,
  hasCompletedWelcome: flag,
} as const

const preferenceNames = [
  'selectedContext',
  'selectedNamespace',
  'realtimeEnabled',
  'autoRefreshEnabled',
  'autoRefreshInterval',
  'themeMode',
  'compactMode',
  'notificationsEnabled',
  'hasCompletedWelcome',
] as const

/** Response of `/api/settings`. */
export const preferences = {
  title: 'Settings',
  type: 'object',
  additionalProperties: false,
  required: preferenceNames,
  properties: preferenceProperties,
} as const

/** A part of the preferences: the body of a POST, or the defaults of an installation. */
export const preferencesPatch = {
  title: 'SettingsPatch',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...preferenceProperties,
    selectedNamespace: {
      ...preferenceProperties.selectedNamespace,
      type: ['string', 'null'],
      description: 'A namespace; empty or null: all namespaces',
    },
  },
} as const

export type Preferences = FromSchema<typeof preferences>
export type PreferencesPatch = FromSchema<typeof preferencesPatch>

/** Response of `/api/settings/aliases`. */
export const aliasMap = {
  title: 'Aliases',
  type: 'object',
  additionalProperties: false,
  required: ['aliases'],
  properties: {
    aliases: {
      type: 'object',
      additionalProperties: line,
      description: `Aliases by the name of their context, at most ${MAX_ENTRIES}`,
    },
  },
} as const

/** Body of a POST: the alias of a context. */
export const aliasBody = {
  title: 'AliasRequest',
  type: 'object',
  additionalProperties: false,
  required: ['contextName', 'alias'],
  properties: { contextName, alias: line },
} as const

export const aliasQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['context'],
  properties: { context: { ...contextName, description: 'The context whose alias is deleted' } },
} as const

/** Kinds of objects whose faults can be critical issues, in the order of responses. */
export const resourceTypes = [
  'pods',
  'nodes',
  'deployments',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'hpa',
  'pvs',
  'pvcs',
  'services',
  'ingress',
  'namespaces',
] as const

export type ResourceType = (typeof resourceTypes)[number]

/** Response of `/api/settings/critical-issues`. */
export const criticalIssues = {
  title: 'CriticalIssueTypes',
  type: 'object',
  additionalProperties: false,
  required: ['enabled'],
  properties: { enabled: { type: 'array', items: { enum: resourceTypes } } },
} as const

export const criticalIssueBody = {
  title: 'CriticalIssueTypeRequest',
  type: 'object',
  additionalProperties: false,
  required: ['resourceType', 'enabled'],
  properties: { resourceType: { enum: resourceTypes }, enabled: flag },
} as const

const pagePath = { type: 'string', format: 'page-path' } as const

/** Response of `/api/settings/sidebar-pins`. */
export const sidebarPins = {
  title: 'SidebarPins',
  type: 'object',
  additionalProperties: false,
  required: ['pinned'],
  properties: {
    pinned: { type: 'array', items: pagePath, description: `Paths, at most ${MAX_ENTRIES}` },
  },
} as const

export const sidebarPinBody = {
  title: 'SidebarPinRequest',
  type: 'object',
  additionalProperties: false,
  required: ['path', 'pinned'],
  properties: { path: pagePath, pinned: flag },
} as const

const repositoryProperties = {
  owner: { type: 'string', format: 'repository-name' },
  repo: { type: 'string', format: 'repository-name' },
  branch: { type: 'string', format: 'file-path' },
} as const

const repositoryDefault = {
  dependentRequired: { owner: ['repo'], repo: ['owner'], branch: ['owner', 'repo'] },
} as const

/** A branch of a repository. */
export const selectedRepository = {
  title: 'SelectedRepository',
  type: 'object',
  additionalProperties: false,
  required: ['owner', 'repo', 'branch'],
  properties: repositoryProperties,
} as const

export type SelectedRepository = FromSchema<typeof selectedRepository>

/** A file of the basket; its key is `owner`, `repo`, `branch`, `context` and `filePath`. */
export const basketFile = {
  title: 'BasketFile',
  type: 'object',
  additionalProperties: false,
  required: ['filePath', 'content'],
  ...repositoryDefault,
  properties: {
    filePath: { type: 'string', format: 'file-path' },
    content: text,
    originalContent: { ...text, description: 'Content of the file in the repository' },
    sha: { ...line, description: 'Version of the file in the repository' },
    ...repositoryProperties,
    context: contextName,
  },
} as const

export type BasketFile = FromSchema<typeof basketFile>

const reason = {
  type: 'string',
  description: 'Present if the files cannot be decrypted: their key is gone, or they were altered',
} as const

/** Response of `/api/settings/repohost/basket`. */
export const basket = {
  title: 'Basket',
  type: 'object',
  additionalProperties: false,
  required: ['basket'],
  properties: {
    basket: {
      type: 'array',
      items: basketFile,
      description: `Edited files, at most ${MAX_FILES}; their contents have at most ${MAX_CONTENT_BYTES} bytes in all`,
    },
    reason,
  },
} as const

export const basketQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    filePath: { ...basketFile.properties.filePath, description: 'Omitted: all files' },
    ...repositoryProperties,
    context: contextName,
  },
} as const

/** A pull request for a Deployment; its key is `context`, `namespace` and `deploymentName`. */
export const pullRequest = {
  title: 'PendingPullRequest',
  type: 'object',
  additionalProperties: false,
  required: ['deploymentName', 'namespace', 'prNumber', 'url'],
  ...repositoryDefault,
  properties: {
    deploymentName: objectName,
    namespace: namespaceName,
    prNumber: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    url: { type: 'string', format: 'https-url' },
    ...repositoryProperties,
    context: contextName,
  },
} as const

export type PullRequest = FromSchema<typeof pullRequest>

/** A pull request with its state at the repository host. */
const pullRequestWithState = {
  ...pullRequest,
  title: 'PendingPullRequestWithState',
  properties: {
    ...pullRequest.properties,
    state: {
      enum: ['open', 'merged', 'closed'],
      description:
        'State at the repository host, at most a minute old; absent if no host is configured, or it does not tell',
    },
  },
} as const

/** Response of `GET /api/settings/repohost/prs`. */
export const pullRequestsWithStates = {
  title: 'PendingPullRequestsWithStates',
  type: 'object',
  additionalProperties: false,
  required: ['prs'],
  properties: {
    prs: {
      type: 'array',
      items: pullRequestWithState,
      description: `Pull requests, at most ${MAX_ENTRIES}`,
    },
  },
} as const

export type PullRequestWithState = FromSchema<typeof pullRequestWithState>

/** Response of changes of `/api/settings/repohost/prs`. */
export const pullRequests = {
  title: 'PendingPullRequests',
  type: 'object',
  additionalProperties: false,
  required: ['prs'],
  properties: {
    prs: { type: 'array', items: pullRequest, description: `Pull requests, at most ${MAX_ENTRIES}` },
  },
} as const

export const pullRequestQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['deploymentName', 'namespace'],
  properties: {
    deploymentName: objectName,
    namespace: namespaceName,
    context: { ...contextName, description: 'Omitted: of any context' },
  },
} as const

/** Response of `/api/settings/repohost`. */
export const repositorySettings = {
  title: 'RepositorySettings',
  type: 'object',
  additionalProperties: false,
  required: ['selectedRepo', 'pendingPRs', 'editBasket'],
  properties: {
    selectedRepo: { anyOf: [selectedRepository, { type: 'null' }] },
    pendingPRs: pullRequests.properties.prs,
    editBasket: basket.properties.basket,
    reason,
  },
} as const

export type RepositorySettings = FromSchema<typeof repositorySettings>

export const repositoryBody = {
  title: 'SelectedRepositoryRequest',
  type: 'object',
  additionalProperties: false,
  required: ['repo'],
  properties: {
    repo: {
      type: ['object', 'null'],
      additionalProperties: false,
      required: selectedRepository.required,
      properties: repositoryProperties,
      description: 'null: none',
    },
  },
} as const

/** Body of a POST: the storage of a browser, by key. */
export const migrateBody = {
  title: 'MigrateRequest',
  type: 'object',
  additionalProperties: false,
  required: ['storage'],
  properties: {
    storage: {
      type: 'object',
      maxProperties: MAX_ENTRIES,
      additionalProperties: true,
      description: 'Values by key: JSON, or JSON as a text',
    },
  },
} as const

export const migration = {
  title: 'Migration',
  type: 'object',
  additionalProperties: false,
  required: ['imported', 'skipped'],
  properties: {
    imported: { type: 'array', items: { type: 'string' }, description: 'Keys with an imported part' },
    skipped: {
      type: 'array',
      items: {
        title: 'SkippedKey',
        type: 'object',
        additionalProperties: false,
        required: ['key', 'reason'],
        properties: { key: { type: 'string' }, reason: { type: 'string' } },
      },
    },
  },
} as const

export type Migration = FromSchema<typeof migration>
