import { auditRoutes, type AuditReads } from './audit/routes.ts'
import type { Route } from './http/route.ts'
import type { Right } from './kube/access.ts'
import type { Cluster } from './kube/cluster.ts'
import { insightRoutes, type InsightReads } from './insight/routes.ts'
import { streamRoutes, type Live } from './live/routes.ts'
import { deploymentRoutes } from './resources/deployments/routes.ts'
import { nodeRoutes } from './resources/nodes/routes.ts'
import { podRoutes } from './resources/pods/routes.ts'

/** What handlers work on: the cluster of a request, the streams of its context, the audit trail, the contexts themselves. */
export type Services = Cluster & {
  readonly live: Live
  readonly audit: AuditReads
  readonly insight: InsightReads
}

/** The register of routes: mounted, documented and tested from here. */
export const routes: readonly Route<Services, Right>[] = [
  ...deploymentRoutes,
  ...podRoutes,
  ...nodeRoutes,
  ...streamRoutes,
  ...insightRoutes,
  ...auditRoutes,
]

/** Those that ask a cluster, which may deny it. */
export const clusterRoutes = routes.filter(({ access }) => access.length > 0)
