import { ConflictError } from '../../core/errors.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { ActionCall } from '../define-kind.ts'
import type { Deployment } from './model.ts'

/** The annotation that kubectl writes, so that both show the same restarts in `kubectl rollout history`. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt'

/** Attempts to patch the state that was read; the last one is unconditional, since a busy status changes all the time. */
const ATTEMPTS = 3

/**
 * Restarts a Deployment with a rolling update by changing one annotation of its Pod template. A Conflict, as kubectl refuses
 * it: a paused Deployment would not roll out, and a second restart within one second would change nothing. A watched
 * Deployment takes one call: the patch carries the cached resourceVersion, and only if that is out of date is the current
 * state read.
 */
export async function restartDeployment(call: ActionCall<Deployment>, cluster: Cluster) {
  const { name, namespace = '' } = call.ref
  const instant = new Date(call.now).toISOString()
  const timestamp = truncateToSeconds(instant) ?? instant
  if (!(await restartCached(call, cluster, timestamp))) await restartCurrent(call, cluster, timestamp)
  return {
    success: true,
    message: `deployment "${name}" in namespace "${namespace}" was restarted (rolling update)`,
    deployment: name,
    namespace,
    timestamp,
  }
}

/** Patches the cached Deployment if it can be restarted and the cached version is still current. */
async function restartCached(
  call: ActionCall<Deployment>,
  cluster: Cluster,
  timestamp: string,
): Promise<boolean> {
  const cached = await cluster.lastKnown(call.kind, call.ref)
  if (cached === undefined || obstacleTo(cached, timestamp) !== undefined) return false
  return patchIfUnchanged(call, cluster, timestamp, cached)
}

/** Reads the Deployment and patches it; throws ConflictError if it cannot be restarted. */
async function restartCurrent(
  call: ActionCall<Deployment>,
  cluster: Cluster,
  timestamp: string,
): Promise<void> {
  const { kind, ref, recording } = call
  const { name, namespace = '' } = ref
  for (let attempt = 1; ; attempt++) {
    const deployment = await cluster.get(kind, ref)
    const obstacle = obstacleTo(deployment, timestamp)
    if (obstacle !== undefined)
      throw new ConflictError(`deployment "${name}" in namespace "${namespace}" ${obstacle}`)
    if (attempt === ATTEMPTS) return cluster.patch(kind, ref, patchOf(timestamp), recording)
    if (await patchIfUnchanged(call, cluster, timestamp, deployment)) return
  }
}

/** Returns the reason why a restart would have no effect, as the predicate of a sentence. */
function obstacleTo({ spec }: Deployment, timestamp: string): string | undefined {
  if (spec?.paused === true) return 'is paused: resume it first (kubectl rollout resume)'
  if (spec?.template?.metadata?.annotations?.[RESTARTED_AT] === timestamp)
    return 'was restarted within the past second: wait a second before you restart it again'
  return undefined
}

function patchOf(timestamp: string) {
  return { spec: { template: { metadata: { annotations: { [RESTARTED_AT]: timestamp } } } } }
}

/** Patches a Deployment unless it has another version than this one; returns whether it did. */
async function patchIfUnchanged(
  { kind, ref, recording }: ActionCall<Deployment>,
  cluster: Cluster,
  timestamp: string,
  { metadata: { uid, resourceVersion } }: Deployment,
): Promise<boolean> {
  if (uid === undefined || resourceVersion === undefined) return false
  try {
    await cluster.patch(kind, ref, { ...patchOf(timestamp), metadata: { uid, resourceVersion } }, recording)
    return true
  } catch (error) {
    if (error instanceof ConflictError) return false
    throw error
  }
}
