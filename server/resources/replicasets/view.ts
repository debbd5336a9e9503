import type { ReplicaSetSummary } from '../../contract/replicaset.ts'
import type { ReplicaSet } from '../../kube/objects.ts'
import type { View } from '../../kube/view.ts'
import { ageHoldsUntil, ageOf, createdAt } from '../metadata.ts'

/** A ReplicaSet as the live stream shows it (filled-in.md §4); `now` in milliseconds since 1970. */
function replicaSetSummary({ metadata, spec, status }: ReplicaSet, now: number): ReplicaSetSummary {
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    // Unset is one (apps/v1 defaults); a ReplicaSet nobody reconciled yet has none.
    replicas: {
      desired: spec?.replicas ?? 1,
      current: status?.replicas ?? 0,
      ready: status?.readyReplicas ?? 0,
    },
    images: (spec?.template?.spec?.containers ?? []).flatMap((container) => container.image ?? []),
    labels: metadata.labels ?? {},
    age: ageOf(metadata, now),
    createdAt: createdAt(metadata),
  }
}

export const replicaSetSummaryView: View<ReplicaSet, ReplicaSetSummary> = {
  show: replicaSetSummary,
  holdsUntil: ageHoldsUntil,
}
