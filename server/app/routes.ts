import { auditRoutes, type AuditQuery } from '../audit/routes.ts'
import type { Route } from '../api/define-route.ts'
import type { Right } from '../cluster/access/rbac-table.ts'
import type { Cluster } from '../cluster/read/cluster.ts'
import { connectionRoutes, type ConnectionQueries } from '../connections/routes.ts'
import { streamRoutes, type StreamOpener } from '../stream/routes.ts'
import { deploymentRoutes } from '../kinds/deployments/routes.ts'
import { nodeRoutes } from '../kinds/nodes/routes.ts'
import { podRoutes } from '../kinds/pods/routes.ts'

/** Services of the handlers: the request's cluster, its context's streams, audit log, diagnostics. */
export type Services = Cluster & {
  readonly live: StreamOpener
  readonly audit: AuditQuery
  readonly insight: ConnectionQueries
}

/** The register of routes; mounting, documentation and tests are derived from it. */
export const routes: readonly Route<Services, Right>[] = [
  ...deploymentRoutes,
  ...podRoutes,
  ...nodeRoutes,
  ...streamRoutes,
  ...connectionRoutes,
  ...auditRoutes,
]

/** Routes that call a cluster, which may deny them. */
export const clusterRoutes = routes.filter(({ access }) => access.length > 0)
