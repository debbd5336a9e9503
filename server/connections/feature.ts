import type { Feature } from '../api/feature.ts'
import type { RequestActor } from '../audit/audit-entry.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { Clock } from '../core/clock.ts'
import { listContexts } from './contexts.ts'
import { runConnectionTest } from './connection-test.ts'
import { RecentTests } from './recent-tests.ts'
import { listPermissions, type RouteNeeds } from './permissions.ts'
import { connectionRoutes, type ConnectionQueries } from './routes.ts'

interface Dependencies {
  readonly contexts: ClusterRegistry
  readonly clusterRoutes: readonly RouteNeeds[]
  readonly time: Clock
}

interface Call {
  readonly connection: ClusterConnection
  readonly actor: RequestActor
  readonly visible: () => readonly ClusterConnection[]
  readonly signal: AbortSignal
}

/** Contexts, connection test and permissions. */
export const connectionsFeature: Feature<'connections', Dependencies, Call, ConnectionQueries, never> = {
  name: 'connections',
  routes: connectionRoutes,
  start: async ({ contexts, clusterRoutes, time }) => {
    const tests = new RecentTests(time, runConnectionTest)
    return {
      scope: ({ connection, actor, visible, signal }) => ({
        contexts: async () => listContexts(visible(), contexts.default),
        test: async () => tests.test(connection, actor.caller?.name ?? '', signal),
        permissions: async (namespace) => listPermissions(connection, clusterRoutes, namespace, signal),
      }),
    }
  },
}
