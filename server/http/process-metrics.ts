import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

/** Named against OpenMetrics by prom-client; `promtool check metrics` refuses them. */
const ILL_NAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** One call to a cluster as metrics count it. */
export interface CountedCall {
  context: string
  verb: string
  resource: string
  code: string
}

/** A registry with what each process of this image tells of itself: Node, and the version that runs. */
export function processRegistry(version: string): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of ILL_NAMED) registry.removeSingleMetric(name)
  new Gauge({
    name: 'cluster_inspector_build_info',
    help: 'The version that runs; always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)
  return registry
}

/** Counts the calls to clusters. */
export function callCounter(registry: Registry): Counter<keyof CountedCall> {
  return new Counter({
    name: 'cluster_inspector_kube_requests_total',
    help: 'Calls made to clusters, by what they asked and what came back',
    labelNames: ['context', 'verb', 'resource', 'code'],
    registers: [registry],
  })
}
