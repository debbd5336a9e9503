import type { ConnectionTest, ContextList, PermissionList } from '../contract/connection.ts'
import { secondsOf } from '../grammar/timestamp.ts'
import type { Right } from '../kube/access.ts'
import type { ContextAccess } from '../kube/context-access.ts'
import type { Standing } from '../kube/probe.ts'

/** What a route needs of a cluster. */
interface RouteNeeds {
  readonly method: string
  readonly path: string
  readonly access: readonly Right[]
}

/** The contexts a caller may know of; `current` is the name of the one that is used where none is named. */
export async function contextsOf(contexts: readonly ContextAccess[], current: string): Promise<ContextList> {
  const listed = contexts.map(async (access) => {
    const { name, declared } = access.context
    return { name, ...declared, current: name === current, ...shown(await access.standing()) }
  })
  return { contexts: await Promise.all(listed) }
}

function shown({ ready, reason, serverVersion, at }: Standing) {
  return {
    ready,
    ...(reason === undefined ? {} : { reason }),
    ...(serverVersion === undefined ? {} : { serverVersion }),
    lastProbeTime: secondsOf(at),
  }
}

/** Goes the way to a context's API server; what fails is said in the answer. */
export async function connectionTestOf(access: ContextAccess, signal: AbortSignal): Promise<ConnectionTest> {
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

/** What the service may do in a context, route by route; rejects with ClusterFailure where the cluster cannot say. */
export async function permissionsOf(
  access: ContextAccess,
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
