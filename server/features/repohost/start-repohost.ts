import type { RunningFeature } from '../../api/feature.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { ClusterConnection } from '../../cluster/contexts/cluster-connection.ts'
import type { Clock } from '../../core/clock.ts'
import { errorMessage, HostAccountRequiredError } from '../../core/errors.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import { CallLimiter } from '../../core/call-limiter.ts'
import { WritePace } from './change/write-pace.ts'
import { HostAccess, ServedRepositories } from './host-access.ts'
import type { PersonalAccessOf } from './host/personal-access.ts'
import type { OpenHost } from './open-host.ts'
import { PullRequestStates } from './pull-request-states.ts'
import { LayoutReader } from './read-layout.ts'
import { RepositoryReader } from './read-repository.ts'
import type { RepohostConfig } from './repohost-config.ts'
import type { Repohost } from './repohost-scope.ts'
import type { AuthStatus } from './schema.ts'
import { RepositoryWriter } from './write-repository.ts'

const WRITES_PER_MINUTE = 20

/** The open host, and the accounts that people connected. */
export interface HostOfPeople {
  readonly open: OpenHost
  readonly personalAccessOf: PersonalAccessOf
}

export interface RepohostDependencies {
  readonly config: RepohostConfig
  readonly auditLog: AuditLog
  readonly time: Clock
  readonly ledger: MemoryLedger
  /** Undefined: no host is configured. */
  readonly repositoryHost: HostOfPeople | undefined
}

export interface RepohostCall {
  readonly actor: RequestActor
  readonly connection: ClusterConnection
  readonly signal: AbortSignal
}

/** Returns the access of one caller to the host. */
export type HostAccessOf = (call: Pick<RepohostCall, 'actor' | 'signal'>) => HostAccess

/** Returns a function that creates the access of one caller by the rules of the settings. */
export function hostAccessBy(config: RepohostConfig, { open, personalAccessOf }: HostOfPeople): HostAccessOf {
  const rules = {
    shared: config.repohostShared,
    served: new ServedRepositories(config.repohostRepositories),
    readOnly: config.repohostReadOnly,
  }
  return ({ actor, signal }) => new HostAccess(open.shared, rules, personalAccessOf(actor.caller, signal))
}

/** Starts the feature with a configured host. */
export function startRepohost(
  { config, auditLog, time, ledger }: RepohostDependencies,
  repositoryHost: HostOfPeople,
): RunningFeature<RepohostCall, Repohost> {
  const accessOf = hostAccessBy(config, repositoryHost)
  const limiter = new CallLimiter({
    subject: 'pull requests and merges',
    perMinute: WRITES_PER_MINUTE,
    now: () => time.now(),
  })
  const writing = {
    auditLog,
    pace: new WritePace(time),
    limiter,
    rules: {
      allowSecrets: config.repohostAllowSecrets,
      allowWorkflows: config.repohostAllowWorkflows,
      draftFallback: config.repohostDraftFallback,
    },
    time,
  }
  const states = new PullRequestStates(time, ledger)
  return {
    state: { enabled: true },
    scope: ({ actor, connection, signal }) => {
      const access = accessOf({ actor, signal })
      const context = connection.context.name
      return {
        read: new RepositoryReader(access, signal),
        layout: new LayoutReader(access, signal),
        write: new RepositoryWriter(writing, { access, actor, context, signal }),
        status: () => statusOf(access, repositoryHost.open.name, signal),
        pullRequestStates: (named) =>
          states.read(named, access, JSON.stringify([actor.caller?.name, actor.caller?.account])),
      }
    },
  }
}

/** Returns what a caller may know of its credential. A host that cannot be reached is a reason, not an error. */
async function statusOf(access: HostAccess, host: string, signal: AbortSignal): Promise<AuthStatus> {
  const credential = await access.credential()
  const { connectUrl, installUrl } = access.personal
  const { via } = credential
  const known = {
    configured: true,
    via,
    host,
    ...(connectUrl === undefined || via === 'app-user' ? {} : { connectUrl }),
    ...(installUrl === undefined ? {} : { installUrl }),
  }
  if (credential.via === 'none') return { ...known, authenticated: false, reason: credential.reason }
  try {
    const { login, scopes, expiresAt } = await credential.host.identity(signal)
    const end = via === 'app-user' ? credential.expiresAt : expiresAt
    return {
      ...known,
      authenticated: true,
      writable: credential.isWritable,
      login,
      ...(scopes === undefined ? {} : { scopes: [...scopes] }),
      ...(end === undefined ? {} : { expiresAt: end }),
    }
  } catch (error) {
    const reason = errorMessage(error)
    // The host no longer accepts the account, so it was forgotten.
    if (error instanceof HostAccountRequiredError) {
      const url = error.connectUrl === undefined ? {} : { connectUrl: error.connectUrl }
      return { ...known, ...url, via: 'none', authenticated: false, reason }
    }
    return { ...known, authenticated: false, writable: false, reason }
  }
}
