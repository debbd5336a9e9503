import { list } from '../../api/schemas/settings.ts'

const file = { type: 'string', minLength: 1 } as const

/** Settings of the repository host, by key. */
export const repohostSettings = {
  repohostKind: {
    enum: ['github', 'gitea'],
    description: 'kind of the repository host; gitea includes Forgejo (chart: repohost.kind)',
  },
  repohostBaseUrl: {
    type: 'string',
    minLength: 1,
    description:
      'URL of the host: of Gitea, or of the API of a GitHub Enterprise Server, such as https://git.example.com/api/v3 (default: https://api.github.com)',
  },
  repohostTokenFile: { ...file, description: 'file with a token of the host, read for each request' },
  repohostCaFile: {
    ...file,
    description: 'file with the CA of the host (default: the CAs that Node.js trusts)',
  },
  repohostAppId: { type: 'string', pattern: '^[A-Za-z0-9.]{1,64}$', description: 'ID of a GitHub App' },
  repohostPrivateKeyFile: { ...file, description: 'file with the private key of that App' },
  repohostInstallationId: { type: 'integer', minimum: 1, description: 'ID of the installation of that App' },
  repohostShared: {
    enum: ['none', 'read', 'write'],
    default: 'none',
    description:
      'what callers may do with the configured credential: everyone who may read then sees each repository that it sees (chart: repohost.shared)',
  },
  repohostRepositories: {
    ...list,
    items: { type: 'string', minLength: 1, maxLength: 256 },
    description:
      'globs of the repositories to serve, such as shop/*, empty for all that the credential sees (chart: repohost.repositories)',
  },
  repohostReadOnly: {
    type: 'boolean',
    default: false,
    description: 'refuse pull requests and merges (chart: repohost.readOnly)',
  },
  repohostAllowHttp: { type: 'boolean', default: false, description: 'allow a host without TLS' },
  repohostAllowSecrets: {
    type: 'boolean',
    default: false,
    description: 'allow to commit Secrets that are not encrypted (chart: repohost.allowSecrets)',
  },
  repohostAllowWorkflows: {
    type: 'boolean',
    default: false,
    description: 'allow to commit workflows of the host (chart: repohost.allowWorkflows)',
  },
  repohostDraftFallback: {
    type: 'boolean',
    default: false,
    description: 'create a normal pull request if the plan of the host has no drafts',
  },
} as const
