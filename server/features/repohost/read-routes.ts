import { defineRoute } from '../../api/define-route.ts'
import { BLOB, COMMIT, origin } from './examples.ts'
import type { Repohost } from './repohost-scope.ts'
import {
  authStatus,
  branchesQuery,
  fileContent,
  fileList,
  fileQuery,
  filesQuery,
  repositoriesQuery,
  repositoryBranches,
  repositoryList,
  repositoryTree,
  treeQuery,
} from './schema.ts'

interface Scope {
  readonly repohost: Repohost
}

const common = {
  method: 'GET',
  access: [] as readonly never[],
  audience: 'authenticated',
  contextual: false,
  // Responses come from the credential of the service, and other sites may not cause them.
  crossSite: 'refuse',
} as const
const NEEDS =
  'Needs a repository host (`repohost.kind`), and the connected account of the caller, or `repohost.shared` of `read` or `write`: everyone who may read sees then what the shared credential sees. Both within `repohost.repositories`.'

export const readRoutes = [
  defineRoute({
    ...common,
    path: '/api/repohost/repos',
    summary: 'List repositories of the repository host',
    operationId: 'listRepositories',
    description: `Lists repositories in the order of the host. \`q\` is searched in \`owner/name\`. One request looks at 1,000 repositories; \`continue\` is there for the rest, although no \`limit\` was set. ${NEEDS}`,
    query: repositoriesQuery,
    response: repositoryList,
    example: {
      repos: [
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
    handle: async ({ query }, { repohost }: Scope) => repohost.read.repositories(query),
  }),
  defineRoute({
    ...common,
    path: '/api/repohost/branches',
    summary: 'List branches of a repository',
    operationId: 'listRepositoryBranches',
    description: `Lists branches in the order of the host; an empty repository has none. After 1,000 of them \`continue\` is there, although no \`limit\` was set. ${NEEDS}`,
    query: branchesQuery,
    response: repositoryBranches,
    example: { branches: [{ name: 'main', sha: COMMIT, protected: true }] },
    problems: ['NOT_FOUND', 'RATE_LIMITED', 'NOT_CONFIGURED'],
    handle: async ({ query }, { repohost }: Scope) => repohost.read.branches(query),
  }),
  defineRoute({
    ...common,
    path: '/api/repohost/tree',
    summary: 'List a folder of a repository',
    operationId: 'getRepositoryTree',
    description: `Lists the entries of a folder, or everything below it with \`recursive\`; at most 20,000 entries. \`commit\` is what was read, for a later change. ${NEEDS}`,
    query: treeQuery,
    response: repositoryTree,
    example: {
      ...origin,
      tree: [
        { name: 'web.yaml', path: 'apps/web.yaml', type: 'file', size: 512, sha: BLOB },
        { name: 'base', path: 'apps/base', type: 'dir', sha: COMMIT },
      ],
      truncated: false,
    },
    problems: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'NOT_CONFIGURED'],
    handle: async ({ query }, { repohost }: Scope) => repohost.read.tree(query),
  }),
  defineRoute({
    ...common,
    path: '/api/repohost/file',
    summary: 'Get a file of a repository',
    operationId: 'getRepositoryFile',
    description: `Returns a file of at most 5 MiB (413 above), as text if it is UTF-8. 409 for a folder, a submodule, or a symlink, whose target is named. A pointer of Git LFS has \`lfs\`. ${NEEDS}`,
    query: fileQuery,
    response: fileContent,
    example: {
      ...origin,
      path: 'apps/web.yaml',
      sha: BLOB,
      size: 17,
      content: 'kind: Deployment\n',
      encoding: 'utf-8',
    },
    problems: ['NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'NOT_CONFIGURED'],
    handle: async ({ query }, { repohost }: Scope) => repohost.read.file(query),
  }),
  defineRoute({
    ...common,
    path: '/api/repohost/files',
    summary: 'Find files of a repository by a glob',
    operationId: 'searchRepositoryFiles',
    description: `Lists the files whose path matches the glob, at most 5,000, by one request to the host. \`**\` matches any folders, \`{a,b}\` either. ${NEEDS}`,
    query: filesQuery,
    response: fileList,
    example: {
      ...origin,
      files: [{ name: 'web.yaml', path: 'apps/web.yaml', sha: BLOB, size: 512 }],
      truncated: false,
    },
    problems: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'NOT_CONFIGURED'],
    handle: async ({ query }, { repohost }: Scope) => repohost.read.files(query),
  }),
  defineRoute({
    ...common,
    path: '/api/repohost/auth-status',
    summary: 'Get the state of the credential for the repository host',
    operationId: 'getRepositoryHostStatus',
    description:
      'Says whether a host is configured, which credential reads and writes of this caller use, and whose it is; never a token. `reason` says what to set, and `connectUrl` where the caller connects its account. A host that cannot be reached is a reason as well.',
    response: authStatus,
    example: {
      configured: true,
      authenticated: true,
      via: 'token',
      host: 'api.github.com',
      login: 'robot',
      scopes: ['repo'],
      writable: false,
    },
    handle: async (_, { repohost }: Scope) => repohost.status(),
  }),
]
