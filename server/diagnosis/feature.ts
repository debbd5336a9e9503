import type { Feature } from '../api/feature.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { SerializedBody } from '../core/serialized-body.ts'
import type { UserInfo } from '../core/user-info.ts'
import type { Right } from '../kinds/rbac-table.ts'
import { findingsGauge } from './findings-gauge.ts'
import type { KeptDiagnoses } from './kept-diagnoses.ts'
import { diagnosisSettings } from './settings.ts'
import { readDiagnosis } from './read-diagnosis.ts'
import { diagnosisRoutes, type DiagnosisReader } from './routes.ts'

interface NeededToStart {
  readonly diagnoses: KeptDiagnoses
}

interface Call {
  readonly connection: ClusterConnection
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
  readonly signal: AbortSignal
  readonly depend: (dependencies: Dependencies) => void
}

/** `GET /api/diagnosis`. */
export const diagnosisFeature: Feature<'diagnosis', NeededToStart, Call, DiagnosisReader, Right> = {
  name: 'diagnosis',
  settings: diagnosisSettings,
  routes: diagnosisRoutes,
  start: async ({ diagnoses }) => ({
    scope: ({ connection, subject, signal, depend }) => ({
      read: async (query) => {
        const reading = diagnoses.reading({ connection, subject, signal })
        const { kept } = reading
        const { version } = kept
        const report = await readDiagnosis(reading, query)
        const isUnchanged = () =>
          kept.settled && kept.version === version && diagnoses.isKept(connection, kept)
        // The rights of a caller are reviewed for each request.
        if (subject === undefined)
          depend({
            freshnessFor: () => {
              if (!isUnchanged()) return undefined
              diagnoses.of(connection)
              return { use: 'hit', ageMs: 0 }
            },
          })
        return SerializedBody.of(report, isUnchanged() ? Infinity : 0)
      },
    }),
    metrics: [
      findingsGauge(() =>
        diagnoses.all.map(({ context, findings: kept }) => ({ context, findings: kept.findings })),
      ),
    ],
  }),
}
