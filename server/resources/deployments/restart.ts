import { Conflict } from '../../errors.ts'
import { wholeSeconds } from '../../grammar/timestamp.ts'
import type { Cluster } from '../../kube/cluster.ts'
import { deployments } from '../../kube/kinds.ts'

/** The annotation kubectl writes, so that `kubectl rollout history` and we speak of the same restarts. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt'

/**
 * Restarts a Deployment by a rolling update: one annotation of its Pod template changes. A paused Deployment would not
 * roll, so it is a Conflict, as kubectl refuses it.
 */
export async function restartDeployment(
  cluster: Cluster,
  ref: { name: string; namespace: string },
  now: number,
) {
  const { name, namespace } = ref
  const deployment = await cluster.get(deployments, ref)
  if (deployment.spec?.paused === true)
    throw new Conflict(
      `deployment "${name}" in namespace "${namespace}" is paused: resume it first (kubectl rollout resume)`,
    )
  const instant = new Date(now).toISOString()
  const timestamp = wholeSeconds(instant) ?? instant
  await cluster.patch(deployments, ref, {
    spec: { template: { metadata: { annotations: { [RESTARTED_AT]: timestamp } } } },
  })
  return {
    success: true,
    message: `deployment "${name}" in namespace "${namespace}" restarts by a rolling update`,
    deployment: name,
    namespace,
    timestamp,
  }
}
