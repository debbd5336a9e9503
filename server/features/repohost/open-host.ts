import type { Clock } from '../../core/clock.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import { readClientSettings } from '../../outbound/client-settings.ts'
import { OutboundClient } from '../../outbound/outbound-client.ts'
import { HostCache } from './host/host-cache.ts'
import { FileToken } from './host/host-credential.ts'
import { HostTransport } from './host/host-transport.ts'
import type { RepositoryHost } from './host/repository-host.ts'
import type { ConfiguredHost } from './repohost-config.ts'

export interface OpenHostDependencies {
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly ledger: MemoryLedger
}

/** A repository host with the credential that is configured. */
export interface OpenHost {
  readonly host: RepositoryHost
  readonly via: 'installation' | 'token'
  close(): Promise<void>
}

/** Opens the configured host. Libraries are loaded here, so that a service without a host has no use of memory for them. */
export async function openHost(
  configured: ConfiguredHost,
  { time, clock, ledger }: OpenHostDependencies,
): Promise<OpenHost> {
  const { base, caFile, credential, kind } = configured
  const client = new OutboundClient({ base, time, ...(await readClientSettings(caFile)) })
  const cache = new HostCache(ledger)
  const close = async (): Promise<void> => {
    cache.close()
    await client.close()
  }
  const baseUrl = base.url.href.replace(/\/$/, '')
  const name = base.url.host
  if (kind === 'gitea') {
    const [{ GiteaClient }, { GiteaHost }] = await Promise.all([
      import('./gitea/gitea-client.ts'),
      import('./gitea/gitea-host.ts'),
    ])
    const file = credential.kind === 'token' ? credential.file : ''
    const transport = new HostTransport(client, new FileToken(file), cache)
    return { host: new GiteaHost(new GiteaClient(baseUrl, transport, clock), name), via: 'token', close }
  }
  const [{ GitHubClient }, { GitHubHost }] = await Promise.all([
    import('./github/github-client.ts'),
    import('./github/github-host.ts'),
  ])
  if (credential.kind === 'token') {
    const transport = new HostTransport(client, new FileToken(credential.file), cache)
    const gitHub = new GitHubClient(baseUrl, transport, clock)
    return { host: new GitHubHost({ client: gitHub, name, installation: undefined }), via: 'token', close }
  }
  const { GitHubInstallation } = await import('./github/github-installation.ts')
  const installation = new GitHubInstallation({ client, baseUrl, ...credential })
  const gitHub = new GitHubClient(baseUrl, new HostTransport(client, installation, cache), clock)
  return { host: new GitHubHost({ client: gitHub, name, installation }), via: 'installation', close }
}
