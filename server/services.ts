import { hostname } from 'node:os'
import type { AuditReads } from './audit/routes.ts'
import type { Actor, Trail } from './audit/trail.ts'
import type { Permission } from './auth/permission.ts'
import { InvalidRequest } from './errors.ts'
import type { ReadWishes } from './http/wishes.ts'
import { connectionTestOf, contextsOf, permissionsOf } from './insight/insight.ts'
import type { InsightReads } from './insight/routes.ts'
import type { Contexts } from './kube/contexts.ts'
import type { Hub } from './live/hub.ts'
import type { Live } from './live/routes.ts'
import { clusterRoutes } from './routes.ts'

export interface ServicesDependencies {
  contexts: Contexts
  hub: Hub
  trail: Trail
  permission: Permission
  /** Whether reads may be answered from watched state. */
  cache: boolean
}

/** What the handlers of one request are given: its context, as the one who calls may see it. */
export function servicesOf({ contexts, hub, cache, trail, permission }: ServicesDependencies) {
  return (name: string | undefined, signal: AbortSignal, wishes: ReadWishes, actor: Actor) => {
    const subject = permission.subjectOf(actor.caller)
    // Elsewhere the name of a caller means nothing, or somebody else: for them there is no such context.
    const known = subject === undefined || permission.sharesIdentities(name ?? contexts.default)
    const access = known ? contexts.of(name) : undefined
    if (access === undefined)
      throw new InvalidRequest([
        { in: 'query', name: 'context', message: 'names no context of this service' },
      ])
    const wanted = cache ? wishes : { ...wishes, fresh: true, unwatched: true }
    const cluster = access.cluster(signal, wanted, trail.author(actor), subject)
    const rights = subject && access.callers.of(subject)
    const live: Live = {
      open: (query, lastEventId) =>
        hub.open({ followed: access.followed, rights }, query, lastEventId, signal),
    }
    const audit: AuditReads = { recent: () => ({ audit: trail.recent(), replica: hostname() }) }
    const visible = contexts.all.filter(
      ({ context }) => subject === undefined || permission.sharesIdentities(context.name),
    )
    const insight: InsightReads = {
      contexts: async () => contextsOf(visible, contexts.default),
      test: async () => connectionTestOf(access, signal),
      permissions: async (namespace) => permissionsOf(access, clusterRoutes, namespace),
    }
    return {
      services: Object.assign(cluster, { live, audit, insight }),
      headers: () => cluster.headers(),
      ground: () => cluster.ground(),
      stillAllowed: async () => cluster.stillAllowed(),
    }
  }
}
