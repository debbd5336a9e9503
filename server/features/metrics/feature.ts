import type { Feature } from '../../api/feature.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { readNodeMetrics, readPodMetrics } from './read-metrics.ts'
import { metricsRoutes, type MetricsReader } from './routes.ts'

/** `GET /api/metrics/pods` and `GET /api/metrics/nodes`. */
export const metricsFeature: Feature<
  'metrics',
  object,
  { readonly cluster: () => Cluster },
  MetricsReader,
  Right
> = {
  name: 'metrics',
  routes: metricsRoutes,
  start: async () => ({
    scope: ({ cluster }) => ({
      pods: async (query) => readPodMetrics(cluster(), query),
      nodes: async () => readNodeMetrics(cluster()),
    }),
  }),
}
