import type { PermissionList } from '../api/schemas/connections.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import { resourceRight, type Right } from '../kinds/rbac-table.ts'

/** The rights a route needs. */
export interface RouteNeeds {
  readonly method: string
  readonly path: string
  readonly access: readonly Right[]
  /** Whether the route serves what is allowed and reports the rest: one granted kind is enough. */
  readonly partial: boolean
}

/** Returns the service's rights, route by route; rejects with ClusterFailure if undecided. */
export async function listPermissions(
  access: ClusterConnection,
  routes: readonly RouteNeeds[],
  namespace: string | undefined,
): Promise<PermissionList> {
  const permissions = routes.map(async ({ method, path, access: rights }) => {
    const missing = await access.missing(rights.map(resourceRight), namespace)
    const group = path.split('/')[2] ?? ''
    return { group, route: `${method} ${path}`, allowed: missing.length === 0, missing }
  })
  return { permissions: await Promise.all(permissions) }
}
