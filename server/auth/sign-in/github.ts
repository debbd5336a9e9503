import { customFetch } from '@auth/express'
import GitHub from '@auth/express/providers/github'
import { truncateGroups } from './truncate-groups.ts'
import type { ClaimedIdentity } from './oidc-claims.ts'
import { issuerFetch } from '../../cluster/client/issuer-fetch.ts'
import type { GitHubSettings } from './settings.ts'

const API = 'https://api.github.com'

/** Returns the fetch function for calls to GitHub. */
export function gitHubFetch(env: NodeJS.ProcessEnv): typeof fetch {
  return issuerFetch(API, undefined, env)
}

/**
 * GitHub as a provider of the sign-in library. The profile includes the configured organizations that the
 * user is a member of.
 */
export function gitHub(
  { clientId, organizations }: GitHubSettings,
  clientSecret: string,
  fetchApi: typeof fetch,
) {
  const provider = GitHub({
    clientId,
    clientSecret,
    checks: ['pkce', 'state'],
    authorization: { params: { scope: 'read:user read:org' } },
    [customFetch]: fetchApi,
  })
  const request = async ({ tokens }: { tokens: { access_token?: string } }) => {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${tokens.access_token ?? ''}`,
      'user-agent': 'cluster-inspector',
    }
    const user = await jsonOf(await fetchApi(`${API}/user`, { headers }))
    const member: string[] = []
    for (const organization of organizations) {
      const path = `/user/memberships/orgs/${encodeURIComponent(organization)}`
      const answer = await fetchApi(`${API}${path}`, { headers })
      // 404: not a member. 403: the organization does not allow this application to see memberships.
      if (answer.status === 404 || answer.status === 403) continue
      if ((await jsonOf(answer))['state'] === 'active') member.push(organization)
    }
    return { ...user, organizations: member }
  }
  return { ...provider, userinfo: { url: `${API}/user`, request } }
}

/** Returns the identity in this profile; undefined if the user is a member of none of the organizations. */
export function identityFromGitHub(profile: Readonly<Record<string, unknown>>): ClaimedIdentity | undefined {
  const { login, id, organizations } = profile
  if (typeof login !== 'string' || login === '' || !Array.isArray(organizations)) return undefined
  const groups = organizations.filter((group) => typeof group === 'string')
  if (groups.length === 0) return undefined
  // A login can be given up, and then chosen by another user; the number stays.
  const subject = typeof id === 'number' ? String(id) : undefined
  const fitting = truncateGroups(login, groups, subject)
  return { name: login, groups: fitting, subject, droppedGroups: groups.length - fitting.length }
}

async function jsonOf(answer: Response): Promise<Record<string, unknown>> {
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`)
  const value: unknown = await answer.json()
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
