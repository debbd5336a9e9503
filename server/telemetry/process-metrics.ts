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

/** Creates the counter of calls to clusters. */
export function callCounter(registry: Registry): Counter<keyof CountedCall> {
  return new Counter({
    name: 'cluster_inspector_kube_requests_total',
    help: 'Requests to Kubernetes API servers by verb, resource and status code',
    labelNames: ['context', 'verb', 'resource', 'code'],
    registers: [registry],
  })
}
