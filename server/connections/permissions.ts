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

/** Returns whether each route is allowed, and the rights it lacks; rejects with ClusterError if the review fails. */
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

/** Whether a route is allowed: a partial one if all its rights on at least one kind are granted, another if all are. */
function isAllowed({ access, partial }: RouteNeeds, missing: readonly MissingRight[]): boolean {
  if (!partial) return missing.length === 0
  return access
    .map(rightParts)
    .some(
      ({ apiGroup, resource }) =>
        !missing.some((right) => right.resource === resource && right.apiGroup === apiGroup),
    )
}
