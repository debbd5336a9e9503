import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { CallLimiter } from '../../core/call-limiter.ts'
import type { Clock } from '../../core/clock.ts'
import type { RepohostConfig } from '../repohost/repohost-config.ts'
import { hostAccessBy } from '../repohost/start-repohost.ts'
import { AccountFlow } from './account-flow.ts'
import { InstallationLists } from './list-installations.ts'
import type { RepositoryHostOfService } from './open-repository-host.ts'
import type { RepohostApp } from './routes.ts'

const CONNECTIONS_PER_MINUTE = 10

/** Returns the function that gives one request its scope. `refuse`: rejects without accounts of people. */
export function scopeOfAccounts(
  dependencies: { readonly config: RepohostConfig; readonly auditLog: AuditLog; readonly time: Clock },
  repositoryHost: RepositoryHostOfService,
  refuse: () => Promise<never>,
): (call: { readonly actor: RequestActor; readonly signal: AbortSignal }) => RepohostApp {
  const { config, auditLog, time } = dependencies
  const { open, people } = repositoryHost
  const accessOf = hostAccessBy(config, repositoryHost)
  const limiter = new CallLimiter({
    subject: 'connections to the repository host',
    perMinute: CONNECTIONS_PER_MINUTE,
    now: () => time.now(),
  })
  return (call) => {
    const lists = new InstallationLists(accessOf(call), call.signal, open.configured.kind === 'github')
    const flow = people && new AccountFlow({ open, people, auditLog, limiter }, call)
    return {
      connect: async (path, install) => flow?.connect(path, install) ?? refuse(),
      complete: async (query, cookie) => flow?.complete(query, cookie) ?? refuse(),
      disconnect: async () => flow?.disconnect() ?? refuse(),
      installations: async (query) => lists.installations(query),
      repositories: async (query) => lists.repositories(query),
    }
  }
}
