import { Gauge } from 'prom-client'
import type { Feature } from '../api/feature.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { Clock } from '../core/clock.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { Scheduler } from '../core/scheduler.ts'
import { SerializedBody } from '../core/serialized-body.ts'
import type { UserInfo } from '../core/user-info.ts'
import type { Right } from '../kinds/rbac-table.ts'
import { severities } from './finding.ts'
import { foldFindings } from './fold.ts'
import { KeptDiagnoses } from './kept-diagnoses.ts'
import { readDiagnosis } from './read-diagnosis.ts'
import { diagnosisRoutes, type DiagnosisReader } from './routes.ts'

interface NeededToStart {
  readonly contexts: ClusterRegistry
  readonly time: Clock
  readonly clock: () => number
  readonly scheduler: Scheduler
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
  routes: diagnosisRoutes,
  start: async ({ contexts, ...options }) => {
    const diagnoses = new KeptDiagnoses(options)
    contexts.onRemoved((connection) => diagnoses.remove(connection))
    return {
      scope: ({ connection, subject, signal, depend }) => ({
        read: async (query) => {
          const kept = diagnoses.of(connection)
          const { version } = kept
          const caller = subject && { subject, callers: connection.callers }
          const report = await readDiagnosis({ kept, time: options.time, signal, caller }, query)
          const isUnchanged = () =>
            kept.settled && kept.version === version && diagnoses.isKept(connection, kept)
          // The rights of a caller are reviewed for each request.
          if (caller === undefined)
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
      stop: async () => diagnoses.stop(),
      metrics: [findingsGauge(diagnoses)],
    }
  },
}

function findingsGauge(diagnoses: KeptDiagnoses): Gauge {
  return new Gauge({
    name: 'cluster_inspector_diagnosis_findings',
    help: 'Findings of the diagnosis by severity, causes only; present while the findings of the context are kept up',
    labelNames: ['context', 'severity'],
    registers: [],
    collect() {
      this.reset()
      for (const { context, findings } of diagnoses.all) {
        const groups = foldFindings(findings.findings, () => true)
        for (const severity of severities)
          this.set({ context, severity }, groups.filter((one) => one.severity === severity).length)
      }
    },
  })
}
