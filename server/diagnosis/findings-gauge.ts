import { Gauge } from 'prom-client'
import { severities, type Finding } from './finding.ts'
import { foldFindings } from './fold.ts'

/** The findings of a context. */
interface ContextFindings {
  readonly context: string
  readonly findings: readonly Finding[]
}

/** Returns the gauge of findings, which belongs to no registry yet. */
export function findingsGauge(read: () => readonly ContextFindings[]): Gauge {
  return new Gauge({
    name: 'cluster_inspector_diagnosis_findings',
    help: 'Findings of the diagnosis by severity, causes only; present while the findings of the context are kept up',
    labelNames: ['context', 'severity'],
    registers: [],
    collect() {
      this.reset()
      for (const { context, findings } of read()) {
        const groups = foldFindings(findings, () => true)
        for (const severity of severities)
          this.set({ context, severity }, groups.filter((one) => one.severity === severity).length)
      }
    },
  })
}
