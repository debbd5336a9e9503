import type { PodRestart, PodRestartBody } from './schema.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { readObject } from '../../cluster/malformed-object.ts'
import type { ActionCall } from '../define-kind.ts'
import type { Pod } from './model.ts'
import { controllerOf } from '../../cluster/read/ownership.ts'

/**
 * Restarts a Pod by deleting it, so that its controller replaces it. The delete carries the uid that was
 * read: a Pod that took the name meanwhile is not deleted, which is a Conflict.
 */
export async function restartPod(
  { kind, ref, body, now, recording }: ActionCall<Pod>,
  cluster: Cluster,
): Promise<PodRestart> {
  const { name, namespace = '' } = ref
  // Validated by the schema of the body.
  const { gracePeriodSeconds } = body as PodRestartBody
  const { metadata } = await cluster.get(kind, ref)
  const grace = gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }
  await cluster.delete(kind, ref, { uid: metadata.uid, ...grace, ...recording })
  const owner = readObject('Pod', metadata, controllerOf)
  const recreatedBy = owner === undefined ? null : { kind: owner.kind, name: owner.name }
  const next =
    recreatedBy === null
      ? 'no controller creates another'
      : `${recreatedBy.kind} "${recreatedBy.name}" creates another`
  const instant = new Date(now).toISOString()
  return {
    success: true,
    message: `pod "${name}" in namespace "${namespace}" was deleted; ${next}`,
    pod: name,
    namespace,
    timestamp: truncateToSeconds(instant) ?? instant,
    recreatedBy,
  }
}
