import { hostname } from 'node:os'
import type { AuditQuery } from '../audit/routes.ts'
import type { RequestActor, AuditLog } from '../audit/audit-log.ts'
import type { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import { InvalidRequestError } from '../core/errors.ts'
import type { ReadConsistency } from '../http/response/read-consistency.ts'
import { runConnectionTest, listContexts, listPermissions } from '../connections/connections.ts'
import type { ConnectionQueries } from '../connections/routes.ts'
import type { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { Hub } from '../stream/hub.ts'
import type { StreamOpener } from '../stream/routes.ts'
import { clusterRoutes } from './routes.ts'

export interface RequestScopeDependencies {
  contexts: ClusterRegistry
  hub: Hub
  trail: AuditLog
  permission: AuthorizationPolicy
  /** Whether reads may be served from watch caches. */
  cache: boolean
}

/** Creates the services for the handlers of one request: its context, with the rights of its caller. */
export function createRequestScope({ contexts, hub, cache, trail, permission }: RequestScopeDependencies) {
  return (name: string | undefined, signal: AbortSignal, wishes: ReadConsistency, actor: RequestActor) => {
    const subject = permission.clusterSubject(actor.caller)
    // In a context without shared identities, the caller's name may belong to another user or to none, so the
    // context is not visible.
    const known = subject === undefined || permission.sharesIdentities(name ?? contexts.default)
    const access = known ? contexts.get(name) : undefined
    if (access === undefined)
      throw new InvalidRequestError([
        { in: 'query', name: 'context', message: 'names no context of this service' },
      ])
    const wanted = cache ? wishes : { ...wishes, bypassCache: true, unwatched: true }
    const cluster = access.cluster(signal, wanted, trail.writeAuthor(actor), subject)
    const rights = subject && access.callers.of(subject)
    const live: StreamOpener = {
      open: (query, lastEventId) =>
        hub.open({ followed: access.watchable, rights }, query, lastEventId, signal),
    }
    const audit: AuditQuery = { recent: () => ({ audit: trail.recent(), replica: hostname() }) }
    const visible = contexts.all.filter(
      ({ context }) => subject === undefined || permission.sharesIdentities(context.name),
    )
    const insight: ConnectionQueries = {
      contexts: async () => listContexts(visible, contexts.default),
      test: async () => runConnectionTest(access, signal),
      permissions: async (namespace) => listPermissions(access, clusterRoutes, namespace),
    }
    return {
      services: Object.assign(cluster, { live, audit, insight }),
      headers: () => cluster.headers(),
      dependencies: () => cluster.dependencies(),
      stillAllowed: async () => cluster.stillAllowed(),
    }
  }
}
