import { findingsGauge } from '../server/diagnosis/findings-gauge.ts'
import { RuleFailures } from '../server/diagnosis/rule-failures.ts'
import { NotificationsMetrics } from '../server/features/notifications/notifications-metrics.ts'
import { AiMetrics } from '../server/features/ai/ai-metrics.ts'
import { TokenBudget } from '../server/features/ai/model/token-budget.ts'
import { Metrics } from '../server/telemetry/metrics.ts'
import { OpenResponses } from '../server/http/server/lifecycle.ts'
import { MemoryLedger } from '../server/core/memory-ledger.ts'
import { OperatorMetrics } from '../server/operator/operator-metrics.ts'

/** Labels that Prometheus or a monitor adds to every series, and a bucket's upper bound. */
const FROM_THE_TARGET = ['namespace', 'pod', 'instance', 'container', 'le']

/** Returns every metric of the server and the operator with its labels, keyed by the name of the series. */
export async function exposedMetrics(): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const text of [await serverMetrics(), await operatorMetrics()])
    for (const line of text.split('\n')) {
      const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
      if (name === undefined) continue
      const known = found.get(name) ?? new Set(FROM_THE_TARGET)
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
      found.set(name, known)
    }
  return found
}

/** Returns the metrics of a server in which each event was observed once, so that every metric has a series. */
export async function serverMetrics(): Promise<string> {
  const metrics = new Metrics('1.2.3', new OpenResponses())
  const watch = { context: 'a', resource: 'pods', scope: '' }
  metrics.countBackgroundFailure('a timer')
  metrics.requests.series('GET', '/api/pods', 200).add(1)
  metrics.countCall({ context: 'a', verb: 'list', resource: 'pods', code: '200' })
  metrics.registerAudit({ count: 1, summed: 1, dropped: 1, head: 'abc' })
  const ledger = new MemoryLedger(1)
  ledger.open('lists', () => false)
  metrics.registerMemory(ledger)
  metrics.registerTls({ expiry: { server: 1, clientCa: 1 } })
  metrics.watches.registerCaches(() => [{ ...watch, state: 'live', objects: 1, ageMs: 1 }])
  metrics.watches.synced(watch, 'stream')
  metrics.watches.ended(watch, 'ended')
  metrics.watches.checked(watch, 'same')
  metrics.watches.checkCalled(watch)
  metrics.watches.diverged(watch, 1)
  metrics.watches.quarantined(watch)
  const channels = [{ name: 'ops', waiting: 1, broken: false }]
  const notifications = new NotificationsMetrics(() => ({ phases: new Map([['firing', 1]]), channels }))
  notifications.count({ channel: 'ops', outcome: 'delivered' })
  const model = new AiMetrics(new TokenBudget({ perDay: 1, clock: () => 0 }))
  model.countCall('complete', { input: 1, output: 1 }, 1)
  const rules = new RuleFailures()
  rules.counter.inc({ rule: 'crash-loop' })
  metrics.registerFeatures([
    rules.counter,
    findingsGauge(() => [{ context: 'a', findings: [] }]),
    ...notifications.all,
    ...model.all,
  ])
  metrics.streams.eventsSent('pods', 1)
  metrics.streams.resynced('slow')
  metrics.streams.forbidden('pods')
  return metrics.text()
}

/** Returns the same of an operator. */
export async function operatorMetrics(): Promise<string> {
  const metrics = new OperatorMetrics('1.2.3')
  metrics.countCall({ context: 'a', verb: 'list', resource: 'secrets', code: '200' })
  metrics.countBackgroundFailure('a timer')
  metrics.declared({ accepted: 1, suspended: 0, rejected: 0 })
  metrics.handedOver('written')
  metrics.leads(true)
  metrics.probed('a', true, 1)
  metrics.statusWritten('written')
  metrics.tokenIssued(1)
  metrics.registerWatches(() => [{ resource: 'secrets', state: 'live' }])
  return metrics.text()
}

/** Returns the metrics and labels of a query that are not exported; empty if the query can have a result. */
export function strangers(query: string, exposed: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const names = [...query.matchAll(/\b([a-z]\w*)\{([^}]*)\}/g)]
  const bare = /\b(?:cluster_inspector|process|nodejs)_\w+\b(?!\{)/.exec(query)
  if (names.length === 0) return [`${query}: no metric`]
  if (bare !== null) return [`${bare[0]}: of every release`]
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, ?/))
  return names.flatMap(([, name = '', matchers = '']) => {
    const labels = exposed.get(name)
    if (labels === undefined) return [name]
    const wanted = [...matchers.matchAll(/(\w+)(?:=|!)/g)].map(([, label = '']) => label)
    return [...wanted, ...grouped].filter((label) => !labels.has(label)).map((label) => `${name}: ${label}`)
  })
}
