import type { RunningFeature } from '../../api/feature.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { ClusterConnection } from '../../cluster/contexts/cluster-connection.ts'
import type { Clock } from '../../core/clock.ts'
import { errorMessage } from '../../core/errors.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import { CallLimiter } from '../../core/call-limiter.ts'
import { WritePace } from './change/write-pace.ts'
import { HostAccess } from './host-access.ts'
import { openHost } from './open-host.ts'
import { PullRequestStates } from './pull-request-states.ts'
import { LayoutReader } from './read-layout.ts'
import { RepositoryReader } from './read-repository.ts'
import { configuredHost, type RepohostConfig } from './repohost-config.ts'
import type { Repohost } from './repohost-scope.ts'
import type { AuthStatus } from './schema.ts'
import { RepositoryWriter } from './write-repository.ts'

const WRITES_PER_MINUTE = 20

export interface RepohostDependencies {
  readonly config: RepohostConfig
  readonly auditLog: AuditLog
  readonly time: Clock
  readonly clock: () => number
  readonly ledger: MemoryLedger
}

export interface RepohostCall {
  readonly actor: RequestActor
  readonly connection: ClusterConnection
  readonly signal: AbortSignal
}

/** Starts the feature; rejects if a file of the settings cannot be read. */
export async function startRepohost(
  dependencies: RepohostDependencies,
): Promise<RunningFeature<RepohostCall, Repohost>> {
  const { config, auditLog, time, ledger } = dependencies
  const configured = configuredHost(config)
  const open = await openHost(configured, dependencies)
  const access = new HostAccess(open, {
    shared: config.repohostShared,
    repositories: config.repohostRepositories,
    readOnly: config.repohostReadOnly,
  })
  const limiter = new CallLimiter({
    subject: 'pull requests and merges',
    perMinute: WRITES_PER_MINUTE,
    now: () => time.now(),
  })
  const writing = {
    access,
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
    scope: ({ actor, connection, signal }) => ({
      read: new RepositoryReader(access, signal),
      layout: new LayoutReader(access, signal),
      write: new RepositoryWriter(writing, { actor, context: connection.context.name, signal }),
      status: () => statusOf(access, configured.base.url.host, signal),
      pullRequestStates: (named) =>
        states.read(named, access, JSON.stringify([actor.caller?.name, actor.caller?.account])),
    }),
    stop: () => open.close(),
  }
}

/** Returns what a caller may know of its credential. A host that cannot be reached is a reason, not an error. */
async function statusOf(access: HostAccess, host: string, signal: AbortSignal): Promise<AuthStatus> {
  const { via, reason } = access.state
  const known = { configured: true, via, host }
  if (reason !== undefined) return { ...known, authenticated: false, reason }
  try {
    const { login, scopes, expiresAt } = await access.forReads().identity(signal)
    return {
      ...known,
      authenticated: true,
      writable: access.isWritable,
      login,
      ...(scopes === undefined ? {} : { scopes: [...scopes] }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }
  } catch (error) {
    return { ...known, authenticated: false, writable: false, reason: errorMessage(error) }
  }
}
