import type { SignInSettings } from '../../auth/sign-in/settings.ts'
import type { Clock } from '../../core/clock.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import type { Log } from '../../telemetry/log.ts'
import { configuredHost, type RepohostConfig } from '../repohost/repohost-config.ts'
import type { HostOfPeople } from '../repohost/start-repohost.ts'
import type { OpenStore } from '../settings/open-store.ts'
import type { PeopleOfHost } from './people-of-host.ts'

export interface RepositoryHostDependencies {
  readonly config: RepohostConfig & { readonly signIn: SignInSettings | undefined }
  /** The records of people. */
  readonly store: OpenStore
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly ledger: MemoryLedger
  readonly log: Log
}

/** The open repository host, which two features use. */
export interface RepositoryHostOfService extends HostOfPeople {
  /** Undefined: people connect no accounts here. */
  readonly people: PeopleOfHost | undefined
  /** Ends renewals of tokens, and closes connections to the host. */
  close(): Promise<void>
}

/**
 * Opens the configured host; undefined if there is none. Its libraries are loaded here, so that a service without a host needs
 * no memory for them. Rejects if a file of the settings cannot be read.
 */
export async function openRepositoryHost(
  dependencies: RepositoryHostDependencies,
): Promise<RepositoryHostOfService | undefined> {
  const configured = configuredHost(dependencies.config)
  if (configured === undefined) return undefined
  const { openHost } = await import('../repohost/open-host.ts')
  const { noPersonalAccess, personalAccess } = await import('./people-of-host.ts')
  const open = await openHost(configured, dependencies)
  const { signIn } = dependencies.config
  const opened =
    configured.client === undefined || signIn === undefined
      ? undefined
      : await (await import('./open-people.ts')).openPeople(open, configured.client, signIn, dependencies)
  return {
    open,
    people: opened?.people,
    personalAccessOf: (caller, signal) =>
      opened === undefined ? noPersonalAccess : personalAccess(open, opened.people, caller, signal),
    close: async () => {
      await opened?.close()
      await open.close()
    },
  }
}
