import type { PodDetail } from './detail-schema.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { Condition } from '../../cluster/objects.ts'
import type { Pod } from './model.ts'
import type { Toleration } from './model.ts'
import { commonDetail, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import { containerDetail } from './container-detail.ts'
import { podReferences } from './references.ts'
import { podFields, reported } from './projections.ts'
import { podVolumes } from './volumes.ts'

/** Projects a Pod for its detail response; `now` in milliseconds since 1970. */
export function podDetail(pod: Pod, now: number): PodDetail {
  const { metadata, spec, status } = pod
  return {
    ...podFields(pod),
    ...commonDetail(metadata, now),
    ...omitEmpty({
      reason: status?.reason || undefined,
      message: status?.message || undefined,
      hostIP: status?.hostIP || undefined,
      serviceAccount: spec?.serviceAccountName || undefined,
      qosClass: status?.qosClass || undefined,
      priority: spec?.priority,
      restartPolicy: spec?.restartPolicy || undefined,
      startTime: truncateToSeconds(status?.startTime),
      deletionTimestamp: truncateToSeconds(metadata.deletionTimestamp),
    }),
    podIPs: (status?.podIPs ?? []).map(({ ip }) => ip),
    conditions: (status?.conditions ?? []).map(condition),
    ownerReferences: ownerReferences(metadata),
    containers: reported(spec?.containers, status?.containerStatuses).map(containerDetail),
    initContainers: reported(spec?.initContainers, status?.initContainerStatuses).map(containerDetail),
    ephemeralContainers: reported(spec?.ephemeralContainers, status?.ephemeralContainerStatuses).map(
      containerDetail,
    ),
    volumes: podVolumes(pod),
    nodeSelector: spec?.nodeSelector ?? {},
    tolerations: (spec?.tolerations ?? []).map(toleration),
    ...podReferences(pod),
  }
}

function condition(one: Condition): PodDetail['conditions'][number] {
  return omitEmpty({
    type: one.type,
    status: one.status,
    reason: one.reason,
    message: one.message,
    lastProbeTime: truncateToSeconds(one.lastProbeTime),
    lastTransitionTime: truncateToSeconds(one.lastTransitionTime),
  })
}

function toleration({ key, operator, value, effect, tolerationSeconds }: Toleration) {
  return omitEmpty({ key, operator, value, effect, tolerationSeconds })
}
