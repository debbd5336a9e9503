import { SealedCookie } from '../../auth/sign-in/sealed-cookie.ts'
import { readKeys } from '../../auth/sign-in/secret-files.ts'
import type { SignInSettings } from '../../auth/sign-in/settings.ts'
import { parseHostUrl } from '../../outbound/host-url.ts'
import { OutboundClient } from '../../outbound/outbound-client.ts'
import type { OpenHost } from '../repohost/open-host.ts'
import type { ConfiguredClient } from '../repohost/repohost-config.ts'
import { Records } from '../settings/records.ts'
import { Seal } from '../settings/seal.ts'
import { AccountStore } from './account-store.ts'
import { AccountTokens } from './account-tokens.ts'
import { ConnectionStates } from './connection-state.ts'
import { OAuthClient } from './oauth-client.ts'
import { oauthEndpoints } from './oauth-endpoints.ts'
import type { RepositoryHostDependencies } from './open-repository-host.ts'
import { CONNECT_PATH, type PeopleOfHost } from './people-of-host.ts'

const COOKIE = '__Host-cluster-inspector.repohost'

/** Opens the parts by which people use their accounts. Rejects with SignInError if the session keys cannot be read. */
export async function openPeople(
  open: OpenHost,
  configured: ConfiguredClient,
  { origin: { origin }, keysFile }: SignInSettings,
  { store, time, clock, log }: Omit<RepositoryHostDependencies, 'config'>,
): Promise<{ people: PeopleOfHost; close: () => Promise<void> }> {
  const cookie = new SealedCookie(COOKIE, await readKeys(keysFile))
  const endpoints = oauthEndpoints(open.configured, configured.id)
  const base = parseHostUrl(endpoints.root, { allowHttp: open.configured.allowHttp })
  const pages = new OutboundClient({ base, ...open.clientOptions })
  const redirectUri = `${origin}/api/repohost-app/callback`
  const oauth = new OAuthClient({ endpoints, configured, redirectUri, pages, api: open.client, clock })
  const seal = new Seal(store.keys, log)
  const binding = { issuer: open.configured.base.url.href, clientId: configured.id }
  const accounts = new AccountStore({ records: new Records(store.store, time), seal, binding })
  const tokens = new AccountTokens({ store: accounts, oauth, time, clock, log, connectUrl: CONNECT_PATH })
  const people: PeopleOfHost = {
    store: accounts,
    tokens,
    oauth,
    states: new ConnectionStates(cookie, clock),
    origin,
    binding,
    isInstallable: configured.appSlug !== undefined,
    storageHint: () =>
      store.hint ??
      (seal.isConfigured ? undefined : 'set sealKeysFile (chart: seal.existingSecret, or operator.enabled)'),
  }
  return {
    people,
    close: async () => {
      await tokens.close()
      await pages.close()
    },
  }
}
