import { createPublicKey, verify } from 'node:crypto'
import { notFound, operation, pageOf, refusal, repositoryOperation } from './declare-operation.ts'
import { CLIENT, INSTALLATION } from './oauth-pages.ts'
import type { HostState, HostedRepository } from './types.ts'

const EXPIRY_MS = 3_600_000

export function repositoryShape(
  host: HostState,
  { id, owner, name, defaultBranch, canPush }: HostedRepository,
) {
  return {
    id,
    name,
    full_name: `${owner}/${name}`,
    owner: { login: owner, id: 1, type: 'Organization' },
    private: true,
    default_branch: defaultBranch,
    html_url: `${host.url}/${owner}/${name}`,
    updated_at: '2026-11-20T11:25:00Z',
    permissions: { admin: false, maintain: false, push: canPush, triage: canPush, pull: true },
  }
}

function installationShape(login: string, index: number) {
  return {
    id: INSTALLATION + index,
    account: { login, id: 1, type: 'Organization', avatar_url: 'https://avatars.example.com/u/1' },
    repository_selection: 'selected',
  }
}

/** Returns what is wrong with the token of an App, in GitHub's words; undefined if nothing is. */
function appTokenProblem(host: HostState, token: string): string | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.')
  if (host.appKey === undefined) return 'A JSON web token could not be decoded'
  const key = createPublicKey(host.appKey)
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url')))
    return 'A JSON web token could not be decoded'
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number }
  const now = Date.now() / 1000 + host.clockOffset
  if (claims.iat > now + 60)
    return "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued"
  if (claims.exp > now + 660) return "'Expiration time' claim ('exp') is too far in the future"
  if (claims.exp < now)
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
  return undefined
}

export const accountOperations = [
  operation('GET /user', async ({ host }, token) => {
    const account = host.tokens.get(token)
    if (account?.installation !== undefined) return refusal(403, 'Resource not accessible by integration')
    return {
      status: 200,
      body: { login: account?.login, id: 1, type: 'User' },
      headers: {
        'x-oauth-scopes': 'repo, read:org',
        'github-authentication-token-expiration': '2026-12-01 00:00:00 UTC',
      },
    }
  }),
  operation('GET /user/repos', async (request, token) => {
    const { host } = request
    if (host.tokens.get(token)?.installation !== undefined)
      return refusal(403, 'Resource not accessible by integration')
    return pageOf(
      host.repositories.map((one) => repositoryShape(host, one)),
      request,
      '/user/repos',
    )
  }),
  operation('GET /installation/repositories', async (request, token) => {
    const { host } = request
    if (host.tokens.get(token)?.installation === undefined)
      return refusal(403, 'You must authenticate with an installation access token')
    const page = pageOf(
      host.repositories.map((one) => repositoryShape(host, one)),
      request,
      '/installation/repositories',
    )
    return { ...page, body: { total_count: host.repositories.length, repositories: page.body } }
  }),
  operation('GET /user/installations', async (request, token) => {
    if (request.host.tokens.get(token)?.isOfApp !== true)
      return refusal(403, 'You must authenticate with an access token authorized to a GitHub App')
    const all = request.host.oauth.installations.map(installationShape)
    const page = pageOf(all, request, '/user/installations')
    return { ...page, body: { total_count: all.length, installations: page.body } }
  }),
  operation('GET /user/installations/{installation_id}/repositories', async (request, token) => {
    const { host, params } = request
    const { installations } = host.oauth
    const login = installations[Number(params['installation_id']) - INSTALLATION]
    if (host.tokens.get(token)?.isOfApp !== true || login === undefined) return notFound
    const own = host.repositories.filter(({ owner }) => owner === login)
    const page = pageOf(
      own.map((one) => repositoryShape(host, one)),
      request,
      `/user/installations/${params['installation_id']}/repositories`,
    )
    return { ...page, body: { total_count: own.length, repositories: page.body } }
  }),
  operation(
    'GET /app/installations/{installation_id}',
    async ({ host, params }, token) => {
      const problem = appTokenProblem(host, token)
      if (problem !== undefined) return refusal(401, problem)
      return params['installation_id'] === String(INSTALLATION)
        ? { status: 200, body: installationShape('shop', 0) }
        : notFound
    },
    true,
  ),
  operation(
    'DELETE /applications/{client_id}/token',
    async ({ host, params, body, authorization }) => {
      const expected = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
      if (authorization !== `Basic ${expected}` || params['client_id'] !== CLIENT.id) return notFound
      const isKnown = host.tokens.delete(String(body['access_token']))
      return isKnown ? { status: 204 } : refusal(422, 'Validation Failed')
    },
    true,
  ),
  operation(
    'GET /app',
    async ({ host }, token) => {
      const problem = appTokenProblem(host, token)
      if (problem !== undefined) return refusal(401, problem)
      return { status: 200, body: { id: 7, slug: 'inspector', name: 'Inspector' } }
    },
    true,
  ),
  operation(
    'POST /app/installations/{installation_id}/access_tokens',
    async ({ host, params }, token) => {
      const date = new Date(Date.now() + host.clockOffset * 1000).toUTCString()
      const problem = appTokenProblem(host, token)
      if (problem !== undefined) return { ...refusal(401, problem), headers: { date } }
      if (params['installation_id'] !== '42') return notFound
      const made = `ghs_canary${host.tokens.size}`
      host.tokens.set(made, { login: 'inspector[bot]', installation: 42 })
      return {
        status: 201,
        body: {
          token: made,
          expires_at: `${new Date(Date.now() + EXPIRY_MS).toISOString().slice(0, 19)}Z`,
          permissions: { contents: 'write' },
        },
      }
    },
    true,
  ),
  repositoryOperation('GET /repos/{owner}/{repo}', async (repository, { host }) => ({
    status: 200,
    body: repositoryShape(host, repository),
  })),
]
