import type { PodRestart, PodRestartBody } from './schema.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { pods } from '../../cluster/kinds.ts'
import { controllerOf } from '../../cluster/read/ownership.ts'

/**
 * Restarts a Pod by deleting it, so that its controller replaces it. The delete carries the uid that was
 * read: a Pod that took the name meanwhile is not deleted, which is a Conflict.
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
    timestamp: truncateToSeconds(instant) ?? instant,
    recreatedBy,
  }
}
