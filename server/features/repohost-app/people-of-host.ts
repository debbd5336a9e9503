import type { Caller } from '../../auth/caller.ts'
import { toIsoSeconds } from '../../core/formats/timestamp.ts'
import type { PersonalAccess, PersonalHost } from '../repohost/host/personal-access.ts'
import type { OpenHost } from '../repohost/open-host.ts'
import { personOf, type Person } from '../settings/people.ts'
import type { AccountBinding, AccountStore } from './account-store.ts'
import type { AccountTokens } from './account-tokens.ts'
import type { ConnectionStates } from './connection-state.ts'
import { endOfConnection, type HostAccount } from './host-account.ts'
import type { OAuthClient } from './oauth-client.ts'
import { PersonCredential } from './person-credential.ts'

/** Path at which people connect their accounts. */
export const CONNECT_PATH = '/api/repohost-app/connect'

/** Parts by which people connect and use their accounts at the host. */
export interface PeopleOfHost {
  readonly store: AccountStore
  readonly tokens: AccountTokens
  readonly oauth: OAuthClient
  readonly states: ConnectionStates
  /** Origin of this service in browsers. */
  readonly origin: string
  /** Whether the host has an App that people install. */
  readonly isInstallable: boolean
  readonly binding: AccountBinding
  /** Whether tokens can be kept, and if not, what to set. */
  readonly storageHint: () => string | undefined
}

/** The access of callers that connect no accounts. */
export const noPersonalAccess: PersonalAccess = {
  connectUrl: undefined,
  installUrl: undefined,
  find: async () => undefined,
}

/** Returns the person of a caller that signed in, whose account stays the same while names are used again; undefined for others. */
export function signedInPerson(caller: Caller | undefined): Person | undefined {
  const isSignedIn = caller?.via === 'oidc' || caller?.via === 'github'
  return isSignedIn && caller.account !== undefined ? personOf(caller) : undefined
}

/** Returns the access of a caller to its account. */
export function personalAccess(
  open: OpenHost,
  people: PeopleOfHost,
  caller: Caller | undefined,
  signal: AbortSignal,
): PersonalAccess {
  const person = signedInPerson(caller)
  if (person === undefined) return noPersonalAccess
  const isPossible = people.storageHint() === undefined
  return {
    connectUrl: isPossible ? CONNECT_PATH : undefined,
    installUrl: isPossible && people.isInstallable ? `${CONNECT_PATH}?install=true` : undefined,
    find: async () => {
      const { account, reason } = await people.store.read(person, signal)
      if (account !== undefined) return personalHost(open, people, person, account)
      return reason === undefined
        ? undefined
        : { reason: `the connected account is unreadable (${reason}): connect it again` }
    },
  }
}

function personalHost(
  open: OpenHost,
  { tokens }: PeopleOfHost,
  person: Person,
  account: HostAccount,
): PersonalHost {
  const end = endOfConnection(account)
  return {
    ...open.withCredential(new PersonCredential(tokens, person, account)),
    login: account.login,
    expiresAt: end === undefined ? undefined : toIsoSeconds(end),
  }
}
