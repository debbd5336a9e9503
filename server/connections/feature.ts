import type { Feature } from '../api/feature.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import { listContexts } from './contexts.ts'
import { runConnectionTest } from './connection-test.ts'
import { listPermissions, type RouteNeeds } from './permissions.ts'
import { connectionRoutes, type ConnectionQueries } from './routes.ts'

interface Dependencies {
  readonly contexts: ClusterRegistry
  readonly clusterRoutes: readonly RouteNeeds[]
}

interface Call {
  readonly connection: ClusterConnection
  readonly visible: () => readonly ClusterConnection[]
  readonly signal: AbortSignal
}

/** Contexts, connection test and permissions. */
export const connectionsFeature: Feature<'connections', Dependencies, Call, ConnectionQueries, never> = {
  name: 'connections',
  routes: connectionRoutes,
  start: async ({ contexts, clusterRoutes }) => ({
    scope: ({ connection, visible, signal }) => ({
      contexts: async () => listContexts(visible(), contexts.default),
      test: async () => runConnectionTest(connection, signal),
      permissions: async (namespace) => listPermissions(connection, clusterRoutes, namespace, signal),
    }),
  }),
}
