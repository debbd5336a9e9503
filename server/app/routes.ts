import type { Route } from '../api/define-route.ts'
import { checkRights, type Right } from '../kinds/rbac-table.ts'
import { kinds } from '../kinds/register.ts'
import { features } from './features.ts'
import type { RequestScope } from './request-scope.ts'

/** The register of routes: mounted, documented and tested from here. */
export const routes: readonly Route<RequestScope, Right>[] = [
  ...checkRights<RequestScope>(kinds.flatMap((kind) => kind.routes)),
  ...features.flatMap((feature): readonly Route<RequestScope, Right>[] => feature.routes),
]

/** Routes that need rights in a cluster. */
export const clusterRoutes = routes.filter(({ access }) => access.length > 0)
