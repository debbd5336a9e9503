import type { PermissionList } from '../api/schemas/connections.ts'
import { resourceRight, rightParts, type Right } from '../kinds/rbac-table.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { MissingRight } from '../core/errors.ts'

/** The rights a route needs. */
export interface RouteNeeds {
  readonly method: string
  readonly path: string
  readonly access: readonly Right[]
  /** Whether the route serves what is allowed and reports the rest: one granted kind is enough. */
  readonly partial: boolean
}

/** Returns the service's rights, route by route; rejects with ClusterError if the cluster cannot tell. */
export async function listPermissions(
  connection: Pick<ClusterConnection, 'missing'>,
  routes: readonly RouteNeeds[],
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<PermissionList> {
  const permissions = routes.map(async (route) => {
    const missing = await connection.missing(route.access.map(resourceRight), namespace, signal)
    const group = route.path.split('/')[2] ?? ''
    return { group, route: `${route.method} ${route.path}`, allowed: isAllowed(route, missing), missing }
  })
  return { permissions: await Promise.all(permissions) }
}

/** A partial route responds 200 while one of its kinds is granted in full. */
function isAllowed({ access, partial }: RouteNeeds, missing: readonly MissingRight[]): boolean {
  if (!partial) return missing.length === 0
  return access
    .map(rightParts)
    .some(
      ({ apiGroup, resource }) =>
        !missing.some((right) => right.resource === resource && right.apiGroup === apiGroup),
    )
}
