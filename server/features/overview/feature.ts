import type { Feature } from '../../api/feature.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import type { UserInfo } from '../../core/user-info.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { labelsRoute } from './labels-route.ts'
import type { LabelList } from './labels-schema.ts'
import { readLabels, type LabelsQuery } from './read-labels.ts'

interface Dependencies {
  readonly scheduler: Scheduler
}

interface Call {
  readonly cluster: () => Cluster
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
}

/** Reads across kinds, in the context of the request. */
interface Overview {
  labels(query: LabelsQuery): Promise<LabelList>
}

/** `GET /api/labels`. */
export const overviewFeature: Feature<'overview', Dependencies, Call, Overview, Right> = {
  name: 'overview',
  routes: [labelsRoute],
  start: async ({ scheduler }) => ({
    scope: ({ cluster, subject }) => ({
      labels: async (query) =>
        readLabels({ cluster: cluster(), scheduler, isCallerAuthorized: subject !== undefined }, query),
    }),
  }),
}
