/** A difference: its place, and the first differing value. */
export interface Divergence {
  where: string
  what: string
}

/** The result of a run. */
export class Outcome {
  quietPoints = 0
  /** Quiet points that were abandoned because the cluster did not come to rest. */
  unsettled = 0
  comparisons = 0
  hits = 0
  /** Changes that the recorder's watches received. */
  recorded = 0
  /** Requests of the churn that were accepted. */
  changes = 0
  readonly faults = new Map<string, number>()
  /** Milliseconds from the end of the faults until the service had caught up, for each quiet point. */
  readonly caughtUpAfter: number[] = []
  /** The same if a watch had become silent, which the watchdog has to notice first. */
  readonly noticedAfter: number[] = []
  readonly streams = { clients: 0, events: 0, resumes: 0, resyncs: 0, folds: 0, missing: false }
  readonly divergences: Divergence[] = []
  /** The routes requested. */
  readonly routes = new Set<string>()
  /** The reasons why the service's watches ended, and its kinds of lists, according to its metrics. */
  metrics: Readonly<Record<string, number>> = {}
  refused: ReadonlyMap<string, string> = new Map()

  injected(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1)
  }

  diverged(where: string, what: string): void {
    this.divergences.push({ where, what })
  }

  /** Whether the run found no difference. A run without comparisons is not good either. */
  get good(): boolean {
    return this.divergences.length === 0 && this.quietPoints > 0 && this.comparisons > 0
  }

  /** Returns a summary for people. */
  lines(): string[] {
    const { streams } = this
    const slowest = (of: readonly number[]) => Math.round(Math.max(0, ...of))
    return [
      `  quiet points     ${this.quietPoints}${this.unsettled > 0 ? ` (and ${this.unsettled} where the cluster did not hold still)` : ''}`,
      `  comparisons      ${this.comparisons}, from watched state ${this.hits}`,
      `  changes          ${this.changes} made by the churn, ${this.recorded} recorded`,
      `  caught up        at the latest ${slowest(this.caughtUpAfter)} ms after the faults were over (${slowest(this.noticedAfter)} ms where a watch had fallen silent)`,
      `  faults           ${counted(this.faults)}`,
      `  watches          ${counted(new Map(Object.entries(this.metrics)))}`,
      streams.missing
        ? '  streams          SKIPPED: the service has no /api/stream'
        : `  streams          ${streams.clients} clients, ${streams.events} events, ${streams.resumes} resumes, ${streams.resyncs} resyncs, ${streams.folds} lists compared`,
      ...(this.refused.size > 0 ? [`  refused          ${[...this.refused.keys()].join(', ')}`] : []),
      `  divergences      ${this.divergences.length}`,
      ...this.divergences.slice(0, 8).map(({ where, what }) => `    ${where}\n      ${what}`),
    ]
  }
}

function counted(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none'
}
