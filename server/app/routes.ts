import type { Route } from '../api/define-route.ts'
import type { Right } from '../cluster/access/rbac-table.ts'
import { deploymentRoutes } from '../kinds/deployments/routes.ts'
import { nodeRoutes } from '../kinds/nodes/routes.ts'
import { podRoutes } from '../kinds/pods/routes.ts'
import { features } from './features.ts'
import type { RequestScope } from './request-scope.ts'

/** The register of routes: mounted, documented and tested from here. */
export const routes: readonly Route<RequestScope, Right>[] = [
  ...deploymentRoutes,
  ...podRoutes,
  ...nodeRoutes,
  ...features.flatMap((feature): readonly Route<RequestScope, Right>[] => feature.routes),
]

/** Routes that need rights in a cluster. */
export const clusterRoutes = routes.filter(({ access }) => access.length > 0)
