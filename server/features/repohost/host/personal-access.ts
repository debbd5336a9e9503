import type { Caller } from '../../../auth/caller.ts'
import type { InstallationDirectory } from './installations.ts'
import type { RepositoryHost } from './repository-host.ts'

/** The account of a person at the host. */
export interface PersonalHost {
  /** The host with the rights of that account. */
  readonly host: RepositoryHost
  /** Installations of the App that the account may see; undefined if the host has none. */
  readonly installations: InstallationDirectory | undefined
  readonly login: string
  /** End of the connection, in ISO 8601; undefined if it has none. */
  readonly expiresAt: string | undefined
}

/** The connected account of one caller, within one request. */
export interface PersonalAccess {
  /** Path at which the caller may connect an account; undefined if it may not. */
  readonly connectUrl: string | undefined
  /** Path at which the caller may install the App; undefined if there is none. */
  readonly installUrl: string | undefined
  /** Returns the account; undefined if none is connected. `reason`: one is there, and cannot be used. */
  find(): Promise<PersonalHost | { readonly reason: string } | undefined>
}

/** Returns the access of a caller. */
export type PersonalAccessOf = (caller: Caller | undefined, signal: AbortSignal) => PersonalAccess
