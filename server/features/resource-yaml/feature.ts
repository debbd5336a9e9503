import type { Feature } from '../../api/feature.ts'
import type { ClusterConnection } from '../../cluster/contexts/cluster-connection.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { readManifest } from './resource-yaml.ts'
import { resourceYamlRoutes, type ManifestReader } from './routes.ts'

interface Call {
  readonly connection: ClusterConnection
  readonly cluster: () => Cluster
  readonly signal: AbortSignal
}

/** `GET /api/resources/{type}/{name}/yaml`. */
export const resourceYamlFeature: Feature<'resourceYaml', object, Call, ManifestReader, never> = {
  name: 'resourceYaml',
  routes: resourceYamlRoutes,
  start: async () => ({
    scope: ({ connection, cluster, signal }) => ({
      manifest: async (query) => readManifest(cluster(), connection.discovery, query, signal),
    }),
  }),
}
