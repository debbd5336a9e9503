import type { ConnectionTest, ContextList, PermissionList } from '../api/schemas/connections.ts'
import { toIsoSeconds } from '../core/formats/timestamp.ts'
import type { Right } from '../cluster/access/rbac-table.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ClusterHealth } from '../cluster/contexts/health-check.ts'

/** Method, path and required rights of a route. */
interface RouteNeeds {
  readonly method: string
  readonly path: string
  readonly access: readonly Right[]
}

/** Returns the contexts a caller may see; `current` is the name of the default context. */
export async function listContexts(
  contexts: readonly ClusterConnection[],
  current: string,
): Promise<ContextList> {
  const listed = contexts.map(async (access) => {
    const { name, declared } = access.context
    return { name, ...declared, current: name === current, ...statusFields(await access.health()) }
  })
  return { contexts: await Promise.all(listed) }
}

function statusFields({ ready, reason, serverVersion, at }: ClusterHealth) {
  return {
    ready,
    ...(reason === undefined ? {} : { reason }),
    ...(serverVersion === undefined ? {} : { serverVersion }),
    lastProbeTime: toIsoSeconds(at),
  }
}

/** Runs the connection test of a context; failures are part of the result. */
export async function runConnectionTest(
  access: ClusterConnection,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { name } = access.context
  const { checks, serverVersion } = await access.test(signal)
  const failed = checks.find(({ status }) => status === 'fail')
  const message =
    failed === undefined
      ? `context "${name}" can be used`
      : `context "${name}" cannot be used: ${failed.name}: ${failed.message}`
  return {
    success: failed === undefined,
    context: name,
    message,
    ...(serverVersion === undefined ? {} : { serverVersion }),
    checks,
  }
}

/** Returns the service's rights, route by route; rejects with ClusterFailure if undecided. */
export async function listPermissions(
  access: ClusterConnection,
  routes: readonly RouteNeeds[],
  namespace: string | undefined,
): Promise<PermissionList> {
  const permissions = routes.map(async ({ method, path, access: rights }) => {
    const missing = await access.missing(rights, namespace)
    const group = path.split('/')[2] ?? ''
    return { group, route: `${method} ${path}`, allowed: missing.length === 0, missing }
  })
  return { permissions: await Promise.all(permissions) }
}
