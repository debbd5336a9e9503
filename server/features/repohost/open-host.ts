import type { Clock } from '../../core/clock.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import { readClientSettings } from '../../outbound/client-settings.ts'
import { OutboundClient, type OutboundOptions } from '../../outbound/outbound-client.ts'
import { HostCache } from './host/host-cache.ts'
import { FileToken, type HostCredential } from './host/host-credential.ts'
import { HostTransport } from './host/host-transport.ts'
import type { InstallationDirectory } from './host/installations.ts'
import type { RepositoryHost } from './host/repository-host.ts'
import type { ConfiguredHost } from './repohost-config.ts'

export interface OpenHostDependencies {
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly ledger: MemoryLedger
}

/** The host with the rights of one credential. */
export interface HostRights {
  readonly host: RepositoryHost
  /** Installations of the App that the credential may see; undefined if there are none. */
  readonly installations: InstallationDirectory | undefined
}

/** The host with the credential of the service. */
export interface SharedHost extends HostRights {
  readonly via: 'installation' | 'token'
}

/** An open repository host. */
export interface OpenHost {
  readonly configured: ConfiguredHost
  /** Name of the host for people. */
  readonly name: string
  /** Undefined: no credential of the service is configured. */
  readonly shared: SharedHost | undefined
  /** Client of the API, without a credential. */
  readonly client: OutboundClient
  /** Options of a client for another part of the same host. */
  readonly clientOptions: Omit<OutboundOptions, 'base'>
  /** Returns the host with the rights of a person's credential. */
  withCredential(credential: HostCredential): HostRights
  close(): Promise<void>
}

/** Parts that do not depend on the credential. */
interface Parts {
  readonly client: OutboundClient
  readonly cache: HostCache
  readonly baseUrl: string
  readonly name: string
  readonly clock: () => number
}

/** Opens the configured host. Libraries are loaded here, so that a service without a host has no use of memory for them. */
export async function openHost(
  configured: ConfiguredHost,
  { time, clock, ledger }: OpenHostDependencies,
): Promise<OpenHost> {
  const { base, caFile, kind } = configured
  const clientOptions = { time, ...(await readClientSettings(caFile)) }
  const client = new OutboundClient({ base, ...clientOptions })
  const cache = new HostCache(ledger)
  const name = base.url.host
  const parts = { client, cache, baseUrl: base.url.href.replace(/\/$/, ''), name, clock }
  const opened = await (kind === 'gitea' ? openGitea(configured, parts) : openGitHub(configured, parts))
  return {
    configured,
    name,
    client,
    clientOptions,
    ...opened,
    close: async () => {
      cache.close()
      await client.close()
    },
  }
}

type Opened = Pick<OpenHost, 'shared' | 'withCredential'>

async function openGitea({ credential }: ConfiguredHost, parts: Parts): Promise<Opened> {
  const { client, cache, baseUrl, name, clock } = parts
  const [{ GiteaClient }, { GiteaHost }] = await Promise.all([
    import('./gitea/gitea-client.ts'),
    import('./gitea/gitea-host.ts'),
  ])
  const withCredential = (own: HostCredential): HostRights => {
    const gitea = new GiteaClient(baseUrl, new HostTransport(client, own, cache), clock)
    return { host: new GiteaHost(gitea, name), installations: undefined }
  }
  if (credential?.kind !== 'token') return { shared: undefined, withCredential }
  const shared = { ...withCredential(new FileToken(credential.file)), via: 'token' as const }
  return { shared, withCredential }
}

async function openGitHub({ credential }: ConfiguredHost, parts: Parts): Promise<Opened> {
  const { client, cache, baseUrl, name, clock } = parts
  const [{ GitHubClient }, { GitHubHost }, { UserInstallations }] = await Promise.all([
    import('./github/github-client.ts'),
    import('./github/github-host.ts'),
    import('./github/user-installations.ts'),
  ])
  const clientOf = (own: HostCredential) =>
    new GitHubClient(baseUrl, new HostTransport(client, own, cache), clock)
  const withCredential = (own: HostCredential): HostRights => {
    const gitHub = clientOf(own)
    const installations = new UserInstallations(gitHub, name)
    // A token of a person for an App sees repositories by the installations of the App.
    const repositories = installations.all.bind(installations)
    const host = new GitHubHost({ client: gitHub, name, installation: undefined, repositories })
    return { host, installations }
  }
  if (credential === undefined) return { shared: undefined, withCredential }
  if (credential.kind === 'token') {
    const gitHub = clientOf(new FileToken(credential.file))
    const host = new GitHubHost({ client: gitHub, name, installation: undefined })
    return { shared: { host, installations: undefined, via: 'token' }, withCredential }
  }
  const { GitHubInstallation } = await import('./github/github-installation.ts')
  const installation = new GitHubInstallation({ client, baseUrl, ...credential })
  const host = new GitHubHost({ client: clientOf(installation), name, installation })
  const installations: InstallationDirectory = {
    installations: installation.installations.bind(installation),
    repositories: (_, page, signal) => host.repositories(page, signal),
  }
  return { shared: { host, installations, via: 'installation' }, withCredential }
}
