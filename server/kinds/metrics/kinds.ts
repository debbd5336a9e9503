import type { Kind } from '../../cluster/kind.ts'
import type { ObjectMeta, StringMap } from '../../cluster/objects.ts'

/** metrics.k8s.io/v1beta1 PodMetrics: the fields the service reads. */
export interface PodMetrics {
  metadata: ObjectMeta
  /** Time of the measurement. */
  timestamp?: string
  /** Length of time that it covers, as Go writes durations: `15.2s`. */
  window?: string
  containers?: readonly { name?: string; usage?: StringMap }[] | null
}

/** metrics.k8s.io/v1beta1 NodeMetrics: the fields the service reads. */
export interface NodeMetrics {
  metadata: ObjectMeta
  timestamp?: string
  window?: string
  usage?: StringMap
}

/** metrics-server measures every 15 s. */
const KEPT_MS = 15_000

const ofMetricsServer = {
  apiGroup: 'metrics.k8s.io',
  version: 'v1beta1',
  rbacGroups: { list: 'metrics' },
  keptMs: KEPT_MS,
} as const

/*
 * The kinds of metrics.k8s.io, which metrics-server or another adapter serves. They cannot be watched, so they are lists that are
 * read again after 15 s, and no rows of the register.
 */
export const podMetrics = {
  ...ofMetricsServer,
  kind: 'PodMetrics',
  plural: 'pods',
  namespaced: true,
} as const satisfies Kind<PodMetrics>

export const nodeMetrics = {
  ...ofMetricsServer,
  kind: 'NodeMetrics',
  plural: 'nodes',
  namespaced: false,
} as const satisfies Kind<NodeMetrics>
