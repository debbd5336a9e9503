import type { PodDetail } from '../../contract/pod-detail.ts'
import { wholeSeconds } from '../../grammar/timestamp.ts'
import type { Condition, Pod } from '../../kube/objects.ts'
import type { View } from '../../kube/view.ts'
import type { Toleration } from '../../kube/pod-object.ts'
import { ageHoldsUntil, commonDetail, ownerReferences } from '../metadata.ts'
import { present } from '../present.ts'
import { containerDetail } from './container-detail.ts'
import { podReferences } from './references.ts'
import { podFields, reported } from './view.ts'
import { podVolumes } from './volumes.ts'

/** The Pod of api.md §2.3 with all a reader of one Pod wants; `now` in milliseconds since 1970. */
export function podDetail(pod: Pod, now: number): PodDetail {
  const { metadata, spec, status } = pod
  return {
    ...podFields(pod),
    ...commonDetail(metadata, now),
    ...present({
      reason: status?.reason || undefined,
      message: status?.message || undefined,
      hostIP: status?.hostIP || undefined,
      serviceAccount: spec?.serviceAccountName || undefined,
      qosClass: status?.qosClass || undefined,
      priority: spec?.priority,
      restartPolicy: spec?.restartPolicy || undefined,
      startTime: wholeSeconds(status?.startTime),
      deletionTimestamp: wholeSeconds(metadata.deletionTimestamp),
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

export const podDetailView: View<Pod, PodDetail> = { show: podDetail, holdsUntil: ageHoldsUntil }

function condition(one: Condition): PodDetail['conditions'][number] {
  return present({
    type: one.type,
    status: one.status,
    reason: one.reason,
    message: one.message,
    lastProbeTime: wholeSeconds(one.lastProbeTime),
    lastTransitionTime: wholeSeconds(one.lastTransitionTime),
  })
}

function toleration({ key, operator, value, effect, tolerationSeconds }: Toleration) {
  return present({ key, operator, value, effect, tolerationSeconds })
}
