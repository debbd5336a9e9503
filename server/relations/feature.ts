import type { Feature } from '../api/feature.ts'
import type { Cluster } from '../cluster/read/cluster.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import type { Right } from '../kinds/rbac-table.ts'
import { readRelated } from './read-related.ts'
import type { PathKind } from './relation-entry.ts'
import type { Related } from './schema.ts'

interface Call {
  readonly cluster: () => Cluster
}

/** Relations of objects in the context of the request. */
interface Relations {
  related(kind: PathKind, object: KubernetesObject): Promise<Related>
}

/** `include=related` of every detail. */
export const relationsFeature: Feature<'relations', object, Call, Relations, Right> = {
  name: 'relations',
  routes: [],
  start: async () => ({
    scope: ({ cluster }) => ({
      related: async (kind, object) => readRelated(cluster(), kind, object),
    }),
  }),
}
