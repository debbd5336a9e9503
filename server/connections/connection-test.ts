import type { ConnectionTest } from '../api/schemas/connections.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import { requiredRights } from '../kinds/rbac-table.ts'

/** Runs the connection test of a context; failures are part of the result. */
export async function runConnectionTest(
  access: ClusterConnection,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { name } = access.context
  const { checks, serverVersion } = await access.test(requiredRights, signal)
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
