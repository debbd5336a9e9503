import { defineRoute } from '../../api/define-route.ts'
import { namedParams, namespacedListQuery } from '../../api/schemas/parameters.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { SerializedBody } from '../../core/serialized-body.ts'
import { right, type KindRoute } from '../define-kind.ts'
import { pods } from '../pods/kind.ts'
import { deploymentPodList } from '../pods/schema.ts'
import { replicaSets } from '../replicasets/kind.ts'
import { pageFields } from '../shared/paginate.ts'
import type { Deployment } from './model.ts'
import { listDeploymentPods } from './pods.ts'

/** Returns the routes of Deployments besides those of every kind. */
export function deploymentRoutes(deployments: Kind<Deployment>): readonly KindRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/deployments/{name}/pods',
      summary: 'List the Pods of a Deployment, by ownership',
      operationId: 'listDeploymentPods',
      params: namedParams,
      query: namespacedListQuery,
      response: deploymentPodList,
      audience: 'cluster-authorized',
      cacheable: true,
      access: [right('get', deployments), right('list', replicaSets), right('list', pods)],
      handle: async ({ params, query }, { cluster }: ClusterScope) => {
        const ref = { ...params, namespace: query.namespace }
        const page = await listDeploymentPods(cluster, { deployments, replicaSets, pods }, ref, query)
        return SerializedBody.of({ pods: page.items, ...pageFields(page) }, Infinity)
      },
    }),
  ]
}
