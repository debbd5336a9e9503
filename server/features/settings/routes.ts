import { defineRoute } from '../../api/define-route.ts'
import { MAX_ENTRIES } from './limits.ts'
import { repositoryRoutes } from './repository-routes.ts'
import { CHANGE, PERSONAL, type SettingsScope } from './route-parts.ts'
import {
  aliasBody,
  aliasMap,
  aliasQuery,
  criticalIssueBody,
  criticalIssues,
  preferences,
  preferencesPatch,
  resourceTypes,
  sidebarPinBody,
  sidebarPins,
} from './schema.ts'

const EXAMPLE = {
  selectedContext: null,
  selectedNamespace: 'shop',
  realtimeEnabled: true,
  autoRefreshEnabled: true,
  autoRefreshInterval: 30,
  themeMode: 'dark',
  compactMode: false,
  notificationsEnabled: false,
  hasCompletedWelcome: true,
} as const

const OWNER =
  'Settings belong to the caller; callers by port-forward and of the same host share one set. They are stored in the cluster that this service runs in, or in one file outside of a cluster.'

const preferenceRoutes = [
  defineRoute({
    ...PERSONAL,
    method: 'GET',
    path: '/api/settings',
    summary: 'Get the settings of the caller',
    description: `${OWNER} Settings that the caller did not set are those of the installation (\`settings.defaults\` of the chart).`,
    operationId: 'getSettings',
    response: preferences,
    example: EXAMPLE,
    handle: async (_request, { settings }: SettingsScope) => settings.preferences(),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/settings',
    summary: 'Change some settings of the caller',
    description: 'Other settings stay as they are. The response has all of them.',
    operationId: 'updateSettings',
    body: preferencesPatch,
    response: preferences,
    example: EXAMPLE,
    handle: async ({ body }, { settings }: SettingsScope) => settings.setPreferences(body),
  }),
  defineRoute({
    ...CHANGE,
    method: 'DELETE',
    path: '/api/settings',
    summary: 'Reset the settings of the caller to the defaults of the installation',
    description: 'Aliases, pins, critical issues and the settings of the repository host stay as they are.',
    operationId: 'resetSettings',
    response: preferences,
    example: { ...EXAMPLE, selectedNamespace: '', themeMode: 'system', hasCompletedWelcome: false },
    handle: async (_request, { settings }: SettingsScope) => settings.resetPreferences(),
  }),
]

const aliasExample = { aliases: { 'arn:aws:eks:eu-central-1:1234:cluster/shop': 'Shop' } }

const aliasRoutes = [
  defineRoute({
    ...PERSONAL,
    method: 'GET',
    path: '/api/settings/aliases',
    summary: 'List the aliases of contexts',
    description: 'A context need not exist now. Several contexts may have the same alias.',
    operationId: 'listAliases',
    response: aliasMap,
    example: aliasExample,
    handle: async (_request, { settings }: SettingsScope) => ({ aliases: await settings.aliases() }),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/settings/aliases',
    summary: 'Set the alias of a context',
    description: `413 if there would be more than ${MAX_ENTRIES}.`,
    operationId: 'setAlias',
    body: aliasBody,
    response: aliasMap,
    example: aliasExample,
    handle: async ({ body }, { settings }: SettingsScope) => ({
      aliases: await settings.setAlias(body.contextName, body.alias),
    }),
  }),
  defineRoute({
    ...CHANGE,
    method: 'DELETE',
    path: '/api/settings/aliases',
    summary: 'Delete the alias of a context',
    description: 'A context without an alias is no error.',
    operationId: 'deleteAlias',
    query: aliasQuery,
    response: aliasMap,
    example: { aliases: {} },
    handle: async ({ query }, { settings }: SettingsScope) => ({
      aliases: await settings.deleteAlias(query.context),
    }),
  }),
]

const issueExample = { enabled: ['pods', 'nodes', 'deployments', 'pvs'] }

const issueRoutes = [
  defineRoute({
    ...PERSONAL,
    method: 'GET',
    path: '/api/settings/critical-issues',
    summary: 'List the kinds whose faults the caller wants as critical issues',
    description: `The kinds are ${resourceTypes.map((type) => `\`${type}\``).join(', ')}.`,
    operationId: 'listCriticalIssueTypes',
    response: criticalIssues,
    example: issueExample,
    handle: async (_request, { settings }: SettingsScope) => ({ enabled: await settings.criticalIssues() }),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/settings/critical-issues',
    summary: 'Enable or disable critical issues of a kind',
    operationId: 'setCriticalIssueType',
    body: criticalIssueBody,
    response: criticalIssues,
    example: issueExample,
    handle: async ({ body }, { settings }: SettingsScope) => ({
      enabled: await settings.setIssueType(body.resourceType, body.enabled),
    }),
  }),
]

const pinExample = { pinned: ['/pods', '/nodes'] }

const pinRoutes = [
  defineRoute({
    ...PERSONAL,
    method: 'GET',
    path: '/api/settings/sidebar-pins',
    summary: 'List the pinned pages',
    operationId: 'listSidebarPins',
    response: sidebarPins,
    example: pinExample,
    handle: async (_request, { settings }: SettingsScope) => ({ pinned: await settings.pins() }),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/settings/sidebar-pins',
    summary: 'Pin or unpin a page',
    description: `413 if there would be more than ${MAX_ENTRIES}.`,
    operationId: 'setSidebarPin',
    body: sidebarPinBody,
    response: sidebarPins,
    example: pinExample,
    handle: async ({ body }, { settings }: SettingsScope) => ({
      pinned: await settings.setPin(body.path, body.pinned),
    }),
  }),
]

/** Every route of settings. */
export const settingsRoutes = [
  ...preferenceRoutes,
  ...aliasRoutes,
  ...issueRoutes,
  ...pinRoutes,
  ...repositoryRoutes,
]
