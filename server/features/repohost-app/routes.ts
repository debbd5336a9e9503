import { defineRedirect, defineRoute } from '../../api/define-route.ts'
import type { Redirect } from '../../api/responses.ts'
import type { CallbackQuery } from './account-flow.ts'
import type { InstallationLists } from './list-installations.ts'
import {
  callbackQuery,
  connectQuery,
  disconnectBody,
  disconnected,
  installationList,
  installationsQuery,
  installedRepositories,
  repositoriesQuery,
  type DisconnectedAccount,
} from './schema.ts'

/** The account of the caller at the repository host, as handlers see it. */
export interface RepohostApp extends Pick<InstallationLists, 'installations' | 'repositories'> {
  connect(returnPath: string | undefined, install: boolean | undefined): Promise<Redirect>
  complete(query: CallbackQuery, cookie: string | undefined): Promise<Redirect>
  disconnect(): Promise<DisconnectedAccount>
}

interface Scope {
  readonly repohostApp: RepohostApp
}

const common = {
  access: [] as readonly never[],
  audience: 'authenticated',
  contextual: false,
  action: 'read',
} as const
const NEEDS =
  'Needs an OAuth client of the host (`repohost.clientId`) and sign-in to this service (`auth.signIn`), otherwise 501.'

export const repohostAppRoutes = [
  defineRedirect({
    ...common,
    method: 'GET',
    path: '/api/repohost-app/connect',
    summary: 'Connect the account of the caller at the repository host',
    operationId: 'connectHostAccount',
    description: `Redirects a browser to the page of the host on which the person agrees, or with \`install\` to the one on which the App is installed. State and PKCE verifier are in an encrypted cookie for ten minutes, so any replica may get the callback. For people who signed in with a browser (403 for others), at most 10 times a minute (429). ${NEEDS}`,
    query: connectQuery,
    problems: ['RATE_LIMITED', 'NOT_CONFIGURED'],
    handle: async ({ query }, { repohostApp }: Scope) => repohostApp.connect(query.return, query.install),
  }),
  defineRedirect({
    ...common,
    method: 'GET',
    path: '/api/repohost-app/callback',
    summary: 'Complete the connection of an account (OAuth callback)',
    operationId: 'completeHostAccount',
    description: `Register this URL at the host. Keeps the tokens of the account, encrypted and bound to the caller, and redirects to the path that \`connect\` got: with \`?repohost=denied\` if the person did not agree, and with \`?repohost=requested\` if an administrator has to approve the installation of the App. A code without \`state\`, or of an installation, is never exchanged: it redirects to \`connect\`. A \`state\` of another browser or caller, or older than ten minutes, is 400, as is a code that was used. The audit log has an entry before and after. ${NEEDS}`,
    query: callbackQuery,
    problems: ['CONFLICT', 'RATE_LIMITED', 'NOT_CONFIGURED', 'UNAVAILABLE'],
    handle: async ({ query, cookie }, { repohostApp }: Scope) => repohostApp.complete(query, cookie),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    crossSite: 'refuse',
    path: '/api/repohost-app/installations',
    summary: 'List the installations of the GitHub App',
    operationId: 'listInstallations',
    description:
      'Lists the installations that the connected account of the caller may see. Without one: the installation of `repohost.installationId`, if `repohost.shared` allows its use, otherwise 401. 501 for Gitea, which has none.',
    query: installationsQuery,
    response: installationList,
    example: {
      installations: [
        {
          id: 42,
          account: { login: 'shop', type: 'Organization', avatarUrl: 'https://avatars.example.com/u/1' },
          repositorySelection: 'selected',
        },
      ],
    },
    problems: ['RATE_LIMITED', 'NOT_CONFIGURED'],
    handle: async ({ query }, { repohostApp }: Scope) => repohostApp.installations(query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    crossSite: 'refuse',
    path: '/api/repohost-app/repositories',
    summary: 'List the repositories of the installations',
    operationId: 'listInstalledRepositories',
    description:
      'Lists the repositories of all installations that the credential of the caller sees, or of one, within `repohost.repositories`. Of Gitea: all repositories of the account. One request looks at 1,000 repositories; `continue` is there for the rest, although no `limit` was set.',
    query: repositoriesQuery,
    response: installedRepositories,
    example: {
      repositories: [
        {
          owner: 'shop',
          repo: 'deploy',
          fullName: 'shop/deploy',
          defaultBranch: 'main',
          private: true,
          canPush: true,
          updatedAt: '2026-11-20T11:25:00Z',
        },
      ],
    },
    problems: ['NOT_FOUND', 'RATE_LIMITED', 'NOT_CONFIGURED'],
    handle: async ({ query }, { repohostApp }: Scope) => repohostApp.repositories(query),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    crossSite: 'refuse',
    path: '/api/repohost-app/logout',
    summary: 'Disconnect the account of the caller',
    operationId: 'disconnectHostAccount',
    description:
      'Forgets the account of the caller, and then revokes its token at the host: `revoked` says whether the host did so, which Gitea cannot. 200 also if none is connected. Shared credentials stay. The audit log has an entry before and after.',
    body: disconnectBody,
    response: disconnected,
    example: { success: true, revoked: true },
    problems: ['CONFLICT', 'NOT_CONFIGURED', 'UNAVAILABLE'],
    handle: async (_, { repohostApp }: Scope) => repohostApp.disconnect(),
  }),
]
