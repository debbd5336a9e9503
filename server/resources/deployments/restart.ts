import { Conflict } from '../../errors.ts'
import { wholeSeconds } from '../../grammar/timestamp.ts'
import type { Cluster } from '../../kube/cluster.ts'
import { deployments } from '../../kube/kinds.ts'

/** The annotation kubectl writes, so that `kubectl rollout history` and we speak of the same restarts. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt'

/**
 * Restarts a Deployment by a rolling update: one annotation of its Pod template changes. A paused Deployment would not
 * roll, so it is a Conflict, as kubectl refuses it. Where the Deployment is watched one call does: it names the state that was
 * seen, and where that is past the API server refuses it, and what is there now decides.
 */
export async function restartDeployment(
  cluster: Cluster,
  ref: { name: string; namespace: string },
  now: number,
) {
  const { name, namespace } = ref
  const instant = new Date(now).toISOString()
  const timestamp = wholeSeconds(instant) ?? instant
  const patch = { spec: { template: { metadata: { annotations: { [RESTARTED_AT]: timestamp } } } } }
  if (!(await restartAsSeen(cluster, ref, patch))) {
    const deployment = await cluster.get(deployments, ref)
    if (deployment.spec?.paused === true)
      throw new Conflict(
        `deployment "${name}" in namespace "${namespace}" is paused: resume it first (kubectl rollout resume)`,
      )
    await cluster.patch(deployments, ref, patch)
  }
  return {
    success: true,
    message: `deployment "${name}" in namespace "${namespace}" restarts by a rolling update`,
    deployment: name,
    namespace,
    timestamp,
  }
}

/** Patches a Deployment that was seen not to be paused, if it is still the one that was seen. */
async function restartAsSeen(
  cluster: Cluster,
  ref: { name: string; namespace: string },
  patch: object,
): Promise<boolean> {
  const seen = await cluster.seen(deployments, ref)
  const { uid, resourceVersion } = seen?.metadata ?? {}
  if (uid === undefined || resourceVersion === undefined || seen?.spec?.paused === true) return false
  try {
    await cluster.patch(deployments, ref, { ...patch, metadata: { uid, resourceVersion } })
    return true
  } catch (error) {
    if (error instanceof Conflict) return false
    throw error
  }
}
