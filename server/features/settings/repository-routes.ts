import { defineRoute } from '../../api/define-route.ts'
import type { Repohost } from '../repohost/repohost-scope.ts'
import type { Basket } from './basket.ts'
import { LARGE_BODY_BYTES, MAX_CONTENT_BYTES, MAX_ENTRIES, MAX_FILES, MAX_SEALED_BYTES } from './limits.ts'
import { CHANGE, PERSONAL, type SettingsScope } from './route-parts.ts'
import {
  basket,
  basketFile,
  basketQuery,
  migrateBody,
  migration,
  pullRequest,
  pullRequestQuery,
  pullRequests,
  pullRequestsWithStates,
  repositoryBody,
  repositorySettings,
  type PullRequest,
  type PullRequestWithState,
} from './schema.ts'

const repository = { owner: 'shop', repo: 'manifests', branch: 'main' } as const
const fileExample = {
  filePath: 'apps/storefront/deployment.yaml',
  content: 'kind: Deployment\nspec:\n  replicas: 3\n',
  originalContent: 'kind: Deployment\nspec:\n  replicas: 2\n',
  sha: '1f7ec7f3b7a4c1f0b7b4c6a2b1b3f0c9d8e7f6a5',
  ...repository,
} as const
const pullRequestExample = {
  deploymentName: 'storefront',
  namespace: 'shop',
  prNumber: 17,
  url: 'https://github.com/shop/manifests/pull/17',
  ...repository,
} as const
const settingsExample = {
  selectedRepo: repository,
  pendingPRs: [pullRequestExample],
  editBasket: [fileExample],
}

const selectionRoutes = [
  defineRoute({
    ...PERSONAL,
    method: 'GET',
    path: '/api/settings/repohost',
    summary: 'Get the selected repository with its pull requests and edited files',
    operationId: 'getRepositorySettings',
    response: repositorySettings,
    example: settingsExample,
    handle: async (_request, { settings }: SettingsScope) => settings.repository(),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/settings/repohost',
    summary: 'Select a repository, or none',
    operationId: 'setRepository',
    body: repositoryBody,
    response: repositorySettings,
    example: settingsExample,
    handle: async ({ body }, { settings }: SettingsScope) =>
      settings.selectRepository(body.repo === null ? undefined : body.repo),
  }),
]

const basketRoutes = [
  defineRoute({
    ...PERSONAL,
    method: 'GET',
    path: '/api/settings/repohost/basket',
    summary: 'List the edited files',
    description:
      'They are stored encrypted. If they cannot be decrypted, the list is empty and `reason` says why.',
    operationId: 'listBasket',
    response: basket,
    example: { basket: [fileExample] },
    handle: async (_request, { settings }: SettingsScope) => basketResponse(await settings.basket()),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/settings/repohost/basket',
    summary: 'Add or replace an edited file',
    description: `The key of a file is its path with \`owner\`, \`repo\`, \`branch\` and \`context\`; without \`owner\` and \`repo\` they are those of the selected repository. 413 for more than ${MAX_FILES} files, for contents of more than ${MAX_CONTENT_BYTES} bytes in all, and for more than ${MAX_SEALED_BYTES} bytes after compression and encryption. 501 without a key to encrypt with.`,
    operationId: 'putBasketFile',
    bodyLimit: LARGE_BODY_BYTES,
    body: basketFile,
    response: basket,
    example: { basket: [fileExample] },
    handle: async ({ body }, { settings }: SettingsScope) => basketResponse(await settings.putFile(body)),
  }),
  defineRoute({
    ...CHANGE,
    method: 'DELETE',
    path: '/api/settings/repohost/basket',
    summary: 'Delete edited files',
    description:
      'Deletes the files that have all the values in the query; without any, all files. None to delete is no error.',
    operationId: 'deleteBasketFiles',
    query: basketQuery,
    response: basket,
    example: { basket: [] },
    handle: async ({ query }, { settings }: SettingsScope) =>
      basketResponse(await settings.deleteFiles(query)),
  }),
]

interface HostScope extends SettingsScope {
  readonly repohost: Pick<Repohost, 'pullRequestStates'>
}

/** Adds what the repository host knows of pull requests; those without the name of a repository stay as they are. */
async function withStates(
  prs: readonly PullRequest[],
  repohost: HostScope['repohost'],
): Promise<PullRequestWithState[]> {
  const named = prs.flatMap((pr) => {
    const { owner, repo, prNumber: number } = pr
    return owner === undefined || repo === undefined ? [] : [{ pr, place: { owner, repo, number } }]
  })
  const states = await repohost.pullRequestStates(named.map(({ place }) => place))
  const stateOf = new Map(named.map(({ pr }, index) => [pr, states[index]]))
  return prs.map((pr) => {
    const state = stateOf.get(pr)
    return state === undefined ? pr : { ...pr, state }
  })
}

const pullRequestRoutes = [
  defineRoute({
    ...PERSONAL,
    method: 'GET',
    path: '/api/settings/repohost/prs',
    summary: 'List the pull requests of the caller by Deployment',
    operationId: 'listPendingPullRequests',
    description: 'Each has its state at the repository host, if that tells it within 3 s.',
    response: pullRequestsWithStates,
    example: { prs: [{ ...pullRequestExample, state: 'open' }] },
    handle: async (_request, { settings, repohost }: HostScope) => ({
      prs: await withStates(await settings.pullRequests(), repohost),
    }),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/settings/repohost/prs',
    summary: 'Add or replace the pull request of a Deployment',
    description: `The key is the Deployment with its \`namespace\` and \`context\`. The URL has to lead to the repository host, if one is configured. 413 if there would be more than ${MAX_ENTRIES}.`,
    operationId: 'putPendingPullRequest',
    body: pullRequest,
    response: pullRequests,
    example: { prs: [pullRequestExample] },
    handle: async ({ body }, { settings }: SettingsScope) => ({ prs: await settings.putPullRequest(body) }),
  }),
  defineRoute({
    ...CHANGE,
    method: 'DELETE',
    path: '/api/settings/repohost/prs',
    summary: 'Delete the pull request of a Deployment',
    description: 'None to delete is no error.',
    operationId: 'deletePendingPullRequest',
    query: pullRequestQuery,
    response: pullRequests,
    example: { prs: [] },
    handle: async ({ query }, { settings }: SettingsScope) => ({
      prs: await settings.deletePullRequests(query),
    }),
  }),
]

const migrateRoute = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/api/settings/migrate',
  summary: 'Import settings from the storage of a browser',
  description:
    'Keys are known by their ends: `-cluster-aliases`, `-critical-issues-settings`, `-sidebar-pins`, `-github` or `-repohost`; of `-mode` only the selected context and namespace are imported. Each part is imported as a whole, or named in `skipped`; what is there already stays unless the storage has another value for it. All is written at once.',
  operationId: 'importSettings',
  bodyLimit: LARGE_BODY_BYTES,
  body: migrateBody,
  response: migration,
  example: {
    imported: ['inspector-cluster-aliases', 'inspector-sidebar-pins'],
    skipped: [{ key: 'inspector-mode', reason: 'no demo mode per person' }],
  },
  handle: async ({ body }, { settings }: SettingsScope) => settings.migrate(body.storage),
})

/** Routes of the repository host's settings, and of the import. */
export const repositoryRoutes = [...selectionRoutes, ...basketRoutes, ...pullRequestRoutes, migrateRoute]

function basketResponse({ files, reason }: Basket) {
  return { basket: [...files], ...(reason === undefined ? {} : { reason }) }
}
