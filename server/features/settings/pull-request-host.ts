/** The part of the configuration that says where pull requests are. */
export interface HostConfig {
  readonly repohostKind?: 'github' | 'gitea'
  readonly repohostBaseUrl?: string
}

/** Checks URLs of pull requests: it returns the mistake in one, undefined if there is none. */
export type UrlCheck = (url: string) => string | undefined

/** Returns a check that URLs lead to the configured repository host; without one, any host is accepted. */
export function pullRequestUrlCheck({
  repohostKind: kind,
  repohostBaseUrl: base = 'https://api.github.com',
}: HostConfig): UrlCheck {
  if (kind === undefined) return () => undefined
  const { host } = new URL(base)
  // Pages of github.com, and of organizations with a domain of their own, are beside their API.
  const pages = kind === 'github' ? host.replace(/^api\./, '') : host
  return (url) => (URL.parse(url)?.host === pages ? undefined : `must be a URL of ${pages}`)
}
