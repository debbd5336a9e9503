import type { PodRestart, PodRestartBody } from '../../contract/pod.ts'
import { wholeSeconds } from '../../grammar/timestamp.ts'
import type { Cluster } from '../../kube/cluster.ts'
import { pods } from '../../kube/kinds.ts'
import { controllerOf } from '../../kube/ownership.ts'

/**
 * Restarts a Pod by deleting it, for its controller to make anew. The delete carries the uid that was read: a Pod that
 * took the name meanwhile is not hit, which is a Conflict.
 */
export async function restartPod(
  cluster: Cluster,
  name: string,
  body: PodRestartBody,
  now: number,
): Promise<PodRestart> {
  const { namespace, gracePeriodSeconds } = body
  const ref = { name, namespace }
  const { metadata } = await cluster.get(pods, ref)
  await cluster.delete(pods, ref, metadata.uid, gracePeriodSeconds)
  const owner = controllerOf(metadata)
  const recreatedBy = owner === undefined ? null : { kind: owner.kind, name: owner.name }
  const next =
    recreatedBy === null
      ? 'nothing makes it anew'
      : `${recreatedBy.kind} "${recreatedBy.name}" makes a new one`
  const instant = new Date(now).toISOString()
  return {
    success: true,
    message: `pod "${name}" in namespace "${namespace}" is deleted; ${next}`,
    pod: name,
    namespace,
    timestamp: wholeSeconds(instant) ?? instant,
    recreatedBy,
  }
}
