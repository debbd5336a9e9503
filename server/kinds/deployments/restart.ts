import { ConflictError } from '../../core/errors.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { ActionCall } from '../define-kind.ts'
import type { Deployment } from './model.ts'

/** The annotation that kubectl writes, so that both show the same restarts in `kubectl rollout history`. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt'

/**
 * Restarts a Deployment with a rolling update by changing one annotation of its Pod template. A paused
 * Deployment would not roll out, so it is a Conflict, as kubectl refuses it. A watched Deployment takes one
 * call: the patch carries the cached resourceVersion, and only if that is out of date is the current state
 * read.
 */
export async function restartDeployment(call: ActionCall<Deployment>, cluster: Cluster) {
  const { kind, ref, now, recording } = call
  const { name, namespace = '' } = ref
  const instant = new Date(now).toISOString()
  const timestamp = truncateToSeconds(instant) ?? instant
  const patch = { spec: { template: { metadata: { annotations: { [RESTARTED_AT]: timestamp } } } } }
  if (!(await restartWithPrecondition(call, cluster, patch))) {
    const deployment = await cluster.get(kind, ref)
    if (deployment.spec?.paused === true)
      throw new ConflictError(
        `deployment "${name}" in namespace "${namespace}" is paused: resume it first (kubectl rollout resume)`,
      )
    await cluster.patch(kind, ref, patch, recording)
  }
  return {
    success: true,
    message: `deployment "${name}" in namespace "${namespace}" restarts by a rolling update`,
    deployment: name,
    namespace,
    timestamp,
  }
}

/** Patches a Deployment that is not paused in the cache, if the cached version is still current. */
async function restartWithPrecondition(
  { kind, ref, recording }: ActionCall<Deployment>,
  cluster: Cluster,
  patch: object,
): Promise<boolean> {
  const cached = await cluster.lastKnown(kind, ref)
  const { uid, resourceVersion } = cached?.metadata ?? {}
  if (uid === undefined || resourceVersion === undefined || cached?.spec?.paused === true) return false
  try {
    await cluster.patch(kind, ref, { ...patch, metadata: { uid, resourceVersion } }, recording)
    return true
  } catch (error) {
    if (error instanceof ConflictError) return false
    throw error
  }
}
