import type { Route } from './http/route.ts'
import type { Right } from './kube/access.ts'
import type { Cluster } from './kube/cluster.ts'
import { deploymentRoutes } from './resources/deployments/routes.ts'
import { nodeRoutes } from './resources/nodes/routes.ts'
import { podRoutes } from './resources/pods/routes.ts'

/** The register of routes: mounted, documented and tested from here. */
export const routes: readonly Route<Cluster, Right>[] = [...deploymentRoutes, ...podRoutes, ...nodeRoutes]
