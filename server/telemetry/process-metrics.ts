import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

/** prom-client's names for these violate OpenMetrics; `promtool check metrics` rejects them. */
const NON_OPENMETRICS_NAMES = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** One call to a cluster, with the labels of its metric. */
export interface CountedCall {
  context: string
  verb: string
  resource: string
  code: string
}

/** Creates a registry with the metrics every process of this image has: Node, and the running version. */
export function processRegistry(version: string): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of NON_OPENMETRICS_NAMES) registry.removeSingleMetric(name)
  new Gauge({
    name: 'cluster_inspector_build_info',
    help: 'Version of the service, as a label; always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
  return registry
}

/** Limit of the label values of background work: each is a name in the source, some with that of a kind. */
const MAX_WORK = 100

/** Creates the counter of failures of background work; returns the function that counts one. */
export function backgroundFailureCounter(registry: Registry): (work: string) => void {
  const counted = new Set<string>()
  const counter = new Counter({
    name: 'cluster_inspector_background_failures_total',
    help: 'Failures of work that no caller awaits, such as a watch, a stream or a timer, by work; any but 0 is a bug to report',
    labelNames: ['work'],
    registers: [registry],
  })
  return (work) => {
    const known = counted.has(work) || counted.size < MAX_WORK
    if (known) counted.add(work)
    counter.inc({ work: known ? work : 'other' })
  }
}

/** Creates the counter of calls to clusters. */
export function callCounter(registry: Registry): Counter<keyof CountedCall> {
  return new Counter({
    name: 'cluster_inspector_kube_requests_total',
    help: 'Requests to Kubernetes API servers by verb, resource and status code',
    labelNames: ['context', 'verb', 'resource', 'code'],
    registers: [registry],
  })
}
