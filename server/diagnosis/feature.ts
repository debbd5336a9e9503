import type { Feature } from '../api/feature.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { Kind } from '../cluster/kind.ts'
import type { Cluster } from '../cluster/read/cluster.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { includedDiagnosis } from './diagnose-object.ts'
import type { IncludedDiagnosis } from './schema.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { SerializedBody } from '../core/serialized-body.ts'
import type { UserInfo } from '../core/user-info.ts'
import type { Right } from '../kinds/rbac-table.ts'
import type { Log } from '../telemetry/log.ts'
import { findingsGauge } from './findings-gauge.ts'
import type { KeptDiagnoses } from './kept-diagnoses.ts'
import { diagnosisSettings } from './settings.ts'
import { readDiagnosis } from './read-diagnosis.ts'
import { ruleFailures } from './rule-failures.ts'
import { diagnosisRoutes, type DiagnosisReader } from './routes.ts'

interface NeededToStart {
  readonly diagnoses: KeptDiagnoses
  readonly log: Log
}

interface Call {
  readonly connection: ClusterConnection
  readonly cluster: () => Cluster
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
  readonly signal: AbortSignal
  readonly depend: (dependencies: Dependencies) => void
}

/** Diagnoses the cluster of a request, and its objects. */
interface Diagnoses extends DiagnosisReader {
  object(kind: Kind<KubernetesObject>, object: KubernetesObject, now: number): Promise<IncludedDiagnosis>
}

/** `GET /api/diagnosis`, and `include=diagnosis` of every detail. */
export const diagnosisFeature: Feature<'diagnosis', NeededToStart, Call, Diagnoses, Right> = {
  name: 'diagnosis',
  settings: diagnosisSettings,
  routes: diagnosisRoutes,
  start: async ({ diagnoses, log }) => {
    ruleFailures.logTo(log)
    return {
      scope: ({ connection, cluster, subject, signal, depend }) => ({
        object: async (kind, object, now) => includedDiagnosis(cluster(), kind, object, now),
        read: async (query) => {
          const call = { connection, subject, signal }
          const dependency = diagnoses.dependency(call)
          const report = await readDiagnosis(diagnoses.reading(call), query)
          depend(dependency)
          return SerializedBody.of(report, dependency.isValid() ? Infinity : 0)
        },
      }),
      metrics: [
        findingsGauge(() =>
          diagnoses.all.map(({ context, findings: kept }) => ({ context, findings: kept.findings })),
        ),
        ruleFailures.counter,
      ],
    }
  },
}
