import type { Feature } from '../../api/feature.ts'
import type { ClusterConnection } from '../../cluster/contexts/cluster-connection.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Clock } from '../../core/clock.ts'
import type { Dependencies as ResponseDependencies } from '../../core/dependencies.ts'
import { SerializedBody } from '../../core/serialized-body.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import type { UserInfo } from '../../core/user-info.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import type { KeptDiagnoses } from '../../diagnosis/kept-diagnoses.ts'
import { visibleFindings } from '../../diagnosis/read-diagnosis.ts'
import { labelsRoute } from './labels-route.ts'
import type { LabelList } from './labels-schema.ts'
import { readLabels, type LabelsQuery } from './read-labels.ts'
import { readSummary } from './read-summary.ts'
import { summaryRoute } from './summary-route.ts'
import type { DashboardSummary } from './summary-schema.ts'

interface Dependencies {
  readonly scheduler: Scheduler
  readonly time: Clock
  readonly diagnoses: KeptDiagnoses
}

interface Call {
  readonly cluster: () => Cluster
  readonly connection: ClusterConnection
  readonly signal: AbortSignal
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
  readonly depend: (dependencies: ResponseDependencies) => void
}

/** Reads across kinds, in the context of the request. */
interface Overview {
  labels(query: LabelsQuery): Promise<LabelList>
  summary(namespace: string | undefined): Promise<SerializedBody<DashboardSummary>>
}

/** `GET /api/labels` and `GET /api/dashboard/summary`. */
export const overviewFeature: Feature<'overview', Dependencies, Call, Overview, Right> = {
  name: 'overview',
  routes: [labelsRoute, summaryRoute],
  start: async ({ scheduler, time, diagnoses }) => ({
    scope: ({ cluster, connection, subject, signal, depend }) => {
      const isCallerAuthorized = subject !== undefined
      const call = { connection, subject, signal }
      const findings = async (namespace: string | undefined) =>
        visibleFindings(diagnoses.reading(call), namespace)
      return {
        labels: async (query) =>
          readLabels({ cluster: cluster(), scheduler, signal, isCallerAuthorized }, query),
        summary: async (namespace) => {
          const dependency = diagnoses.dependency(call)
          const summary = await readSummary(
            { cluster: cluster(), time, findings, isCallerAuthorized },
            namespace,
          )
          depend(dependency)
          const isComplete = summary.syncing === undefined && dependency.isValid()
          return SerializedBody.of(summary, isComplete ? Infinity : 0)
        },
      }
    },
  }),
}
