import { defineRoute } from '../../api/define-route.ts'
import { clusterHealth, type ClusterHealthReport } from './schema.ts'

/** Looks at the cluster of the request's context. */
export interface HealthReader {
  read(): Promise<ClusterHealthReport>
}

export const clusterHealthRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/cluster-health',
    summary: 'Get the health of a cluster and its components',
    operationId: 'getClusterHealth',
    description:
      '200 as long as this service can answer, also for a cluster that does not. Components are judged by their Pods in namespace `kube-system`, with the rights of the caller where those count.',
    response: clusterHealth,
    example: {
      status: 'healthy',
      score: 100,
      context: 'in-cluster',
      serverVersion: 'v1.34.4',
      components: [
        { name: 'api-server', status: 'healthy', message: 'version v1.34.4' },
        { name: 'nodes', status: 'healthy', message: '3 of 3 ready' },
        { name: 'coredns', status: 'healthy', message: '2 of 2 ready' },
      ],
      factors: [],
      issues: [],
    },
    audience: 'authenticated',
    access: [],
    handle: async (_request, { clusterHealth: reader }: { readonly clusterHealth: HealthReader }) =>
      reader.read(),
  }),
]
