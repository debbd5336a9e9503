import { customFetch } from '@auth/express'
import GitHub from '@auth/express/providers/github'
import type { Claimed } from './claims.ts'
import { issuerFetch } from './issuer-fetch.ts'
import type { GitHubSettings } from './sign-in-settings.ts'

const API = 'https://api.github.com'

/** GitHub as a provider of the library. What it says of a person holds those of the organisations they are a member of. */
export function gitHub(
  { clientId, organizations }: GitHubSettings,
  clientSecret: string,
  ask: typeof fetch = issuerFetch(API, undefined),
) {
  const provider = GitHub({
    clientId,
    clientSecret,
    checks: ['pkce', 'state'],
    authorization: { params: { scope: 'read:user read:org' } },
    [customFetch]: ask,
  })
  const request = async ({ tokens }: { tokens: { access_token?: string } }) => {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${tokens.access_token ?? ''}`,
      'user-agent': 'cluster-inspector',
    }
    const user = await jsonOf(await ask(`${API}/user`, { headers }))
    const member: string[] = []
    for (const organization of organizations) {
      const path = `/user/memberships/orgs/${encodeURIComponent(organization)}`
      const answer = await ask(`${API}${path}`, { headers })
      // 404: not a member. 403: the organisation does not let this application ask.
      if (answer.status === 404 || answer.status === 403) continue
      if ((await jsonOf(answer))['state'] === 'active') member.push(organization)
    }
    return { ...user, organizations: member }
  }
  return { ...provider, userinfo: { url: `${API}/user`, request } }
}

/** Who somebody is by the profile above: no name where they are of none of the organisations. */
export function memberIn(profile: Readonly<Record<string, unknown>>): Claimed | undefined {
  const { login, organizations } = profile
  if (typeof login !== 'string' || login === '' || !Array.isArray(organizations)) return undefined
  const groups = organizations.filter((one) => typeof one === 'string')
  return groups.length === 0 ? undefined : { name: login, groups, leftOut: 0 }
}

async function jsonOf(answer: Response): Promise<Record<string, unknown>> {
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`)
  const value: unknown = await answer.json()
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
