import type { Feature } from '../../api/feature.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Clock } from '../../core/clock.ts'
import { NotConfiguredError } from '../../core/errors.ts'
import type { RepohostConfig } from '../repohost/repohost-config.ts'
import type { RepositoryHostOfService } from './open-repository-host.ts'
import { repohostAppRoutes, type RepohostApp } from './routes.ts'
import { repohostAppSettings } from './settings.ts'

interface Dependencies {
  readonly config: RepohostConfig & { readonly signIn: object | undefined }
  readonly auditLog: AuditLog
  readonly time: Clock
  /** Undefined: no host is configured. */
  readonly repositoryHost: RepositoryHostOfService | undefined
}

interface Call {
  readonly actor: RequestActor
  readonly signal: AbortSignal
}

const NO_HOST =
  'set repohost.kind, repohost.clientId and repohost.existingSecret in the values of the Helm release'
const NO_CLIENT = 'set repohost.clientId, and client-secret in the Secret of repohost.existingSecret'
const NO_SIGN_IN = 'set auth.signIn: an account belongs to a person, who signs in to this service'

/** `/api/repohost-app/*`: accounts of people at the repository host, with which they read and write by their own rights. */
export const repohostAppFeature: Feature<'repohostApp', Dependencies, Call, RepohostApp, never> = {
  name: 'repohostApp',
  settings: repohostAppSettings,
  routes: repohostAppRoutes,
  start: async (dependencies) => {
    const { config, repositoryHost } = dependencies
    const hint =
      repositoryHost === undefined
        ? NO_HOST
        : config.repohostClientId === undefined
          ? NO_CLIENT
          : config.signIn === undefined
            ? NO_SIGN_IN
            : undefined
    const state = hint === undefined ? { enabled: true } : { enabled: false, hint }
    const refuse = async (): Promise<never> => {
      throw new NotConfiguredError('accounts of people at the repository host are not configured', hint ?? '')
    }
    if (repositoryHost === undefined) {
      const none = {
        connect: refuse,
        complete: refuse,
        disconnect: refuse,
        installations: refuse,
        repositories: refuse,
      }
      return { state, scope: () => none }
    }
    // Loaded here: without a host, its code needs no memory.
    const { scopeOfAccounts } = await import('./start-repohost-app.ts')
    return { state, scope: scopeOfAccounts(dependencies, repositoryHost, refuse) }
  },
}
