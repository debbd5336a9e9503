import type { ConfiguredHost } from '../repohost/repohost-config.ts'

/** URLs of a host for accounts of people. */
export interface OAuthEndpoints {
  /** URL of the host's pages, without a slash at its end. */
  readonly root: string
  readonly authorize: string
  readonly token: string
  /** Undefined: the host revokes no tokens. */
  readonly revoke: string | undefined
  /** Undefined: rights are those of the App. */
  readonly scope: string | undefined
}

/** Returns the URLs of a host. Pages of GitHub are beside its API: on another host, or above the path of the API. */
export function oauthEndpoints({ base, kind }: ConfiguredHost, clientId: string): OAuthEndpoints {
  const api = base.url.href.replace(/\/$/, '')
  const root = kind === 'gitea' ? api : gitHubRoot(base.url)
  return {
    root,
    authorize: `${root}/login/oauth/authorize`,
    token: `${root}/login/oauth/access_token`,
    revoke: kind === 'gitea' ? undefined : `${api}/applications/${encodeURIComponent(clientId)}/token`,
    // A token without a scope could do everything that the person can.
    scope: kind === 'gitea' ? 'read:user write:repository' : undefined,
  }
}

function gitHubRoot(api: URL): string {
  const root = new URL(api)
  if (root.hostname === 'api.github.com' || /^api\.[^.]+\.ghe\.com$/.test(root.hostname))
    root.hostname = root.hostname.slice('api.'.length)
  root.pathname = root.pathname.replace(/\/api\/v3$/, '')
  return root.href.replace(/\/$/, '')
}
