import type { ContextList } from '../api/schemas/connections.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ClusterHealth } from '../cluster/contexts/health-check.ts'
import { toIsoSeconds } from '../core/formats/timestamp.ts'

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
