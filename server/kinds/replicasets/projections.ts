import type { ReplicaSetSummary } from './schema.ts'
import type { ReplicaSet } from './model.ts'
import { ageOf, createdAt } from '../shared/metadata.ts'

/** Projects a ReplicaSet for the live stream; `now` in milliseconds since 1970. */
export function replicaSetSummary({ metadata, spec, status }: ReplicaSet, now: number): ReplicaSetSummary {
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    // The default of apps/v1 is one; a ReplicaSet that no controller has reconciled yet has no status.
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
