import type { RequestActor } from '../audit/audit-entry.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Caller } from '../auth/caller.ts'
import type { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import { InvalidRequestError } from '../core/errors.ts'
import type { ScopedRequest } from '../http/serve-route.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { oldestFreshness } from '../cluster/cache/cache-selector.ts'
import type { Cluster, ServedCluster } from '../cluster/read/cluster.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { ReadConsistency } from '../core/read-consistency.ts'
import type { FeatureScope, RunningFeatures } from './features.ts'

/** Everything a handler may take: the cluster of its request, its caller, and each feature by its name. */
export type RequestScope = FeatureScope & {
  /** The cluster of the request's context, with the rights of the caller. */
  readonly cluster: Cluster
  readonly caller: Caller | undefined
}

export interface RequestScopeDependencies {
  contexts: ClusterRegistry
  features: RunningFeatures
  auditLog: AuditLog
  permission: AuthorizationPolicy
  /** Whether reads may be served from watch caches. */
  cache: boolean
}

/** Returns a function that builds the scope of one request; it throws InvalidRequestError for an unknown context. */
export function createRequestScope({
  contexts,
  features,
  cache,
  auditLog,
  permission,
}: RequestScopeDependencies) {
  return (
    name: string | undefined,
    signal: AbortSignal,
    consistency: ReadConsistency,
    actor: RequestActor,
  ): ScopedRequest<RequestScope> => {
    const subject = permission.clusterSubject(actor.caller)
    const isVisible = (context: string): boolean =>
      // In a context that does not share identities, the caller's name is meaningless or belongs to another user.
      subject === undefined || permission.sharesIdentities(context)
    const connection = isVisible(name ?? contexts.default) ? contexts.get(name) : undefined
    if (connection === undefined)
      throw new InvalidRequestError(
        [{ in: 'query', name: 'context', message: 'is not a context of this service' }],
        `unknown context "${name ?? contexts.default}"`,
      )
    let cluster: ServedCluster | undefined
    const added: Dependencies[] = []
    const open = (): ServedCluster => {
      const effective = cache ? consistency : { ...consistency, bypassCache: true, unwatched: true }
      return (cluster ??= connection.cluster(signal, effective, auditLog.writeAuthor(actor), subject))
    }
    const visible = () => contexts.all.filter(({ context }) => isVisible(context.name))
    const scope = {
      get cluster(): Cluster {
        return open()
      },
      caller: actor.caller,
    }
    return {
      scope: features.addTo(scope, {
        connection,
        cluster: open,
        actor,
        policy: permission,
        visible,
        subject,
        signal,
        depend: (dependencies) => added.push(dependencies),
      }),
      headers: () => cluster?.headers() ?? {},
      dependencies: () => {
        const reads = allDependencies(cluster === undefined ? added : [cluster.dependencies(), ...added])
        return reads && whileConnected(reads, contexts, { name, connection })
      },
      stillAllowed: subject === undefined ? undefined : async () => (await cluster?.stillAllowed?.()) ?? true,
    }
  }
}

/** Combines the dependencies of a response: it is as fresh as the oldest. Undefined if there are none, or if one is not known. */
function allDependencies(all: readonly (Dependencies | undefined)[]): Dependencies | undefined {
  const known = all.filter((one) => one !== undefined)
  if (known.length === 0 || known.length < all.length) return undefined
  return {
    weight: known.reduce((sum, { weight }) => sum + weight, 0),
    freshnessFor: (caller) => oldestFreshness(known, (one) => one.freshnessFor(caller)),
  }
}

/** Limits dependencies to one connection: a name leads to another cluster once the default changes, or the context is replaced. */
function whileConnected(
  reads: Dependencies,
  contexts: ClusterRegistry,
  { name, connection }: { readonly name: string | undefined; readonly connection: ClusterConnection },
): Dependencies {
  return {
    weight: reads.weight,
    freshnessFor: (caller) => (contexts.get(name) === connection ? reads.freshnessFor(caller) : undefined),
  }
}
