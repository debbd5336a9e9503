import { defineGeneratedRoute, defineRoute } from '../../api/define-route.ts'
import { clusterListQuery, namedParams } from '../../api/schemas/parameters.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { SerializedBody } from '../../core/serialized-body.ts'
import { right, type KindRoute } from '../define-kind.ts'
import { EXAMPLE_TIME, listSchema } from '../kind-routes.ts'
import { pods } from '../pods/kind.ts'
import { checked } from '../shared/checked.ts'
import { ageExpiresAt } from '../shared/metadata.ts'
import type { Node } from './model.ts'
import { nodeDetail } from './projections.ts'
import { nodeSamples } from './samples.ts'
import { nodeDetail as nodeDetailSchema } from './schema.ts'

/** Ended Pods use no resources of a node; kubectl describe leaves them out too. */
const NOT_ENDED = 'status.phase!=Succeeded,status.phase!=Failed'

const checkedDetail = checked('Node', nodeDetailSchema, nodeDetail)

/** Returns the routes of Nodes besides those of every kind. */
export function nodeRoutes(nodes: Kind<Node>): readonly KindRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/nodes/{name}',
      summary: 'Get a Node, with the requests and limits of its Pods',
      operationId: 'getNode',
      params: namedParams,
      response: nodeDetailSchema,
      example: nodeDetail(nodeSamples[0], [], EXAMPLE_TIME),
      audience: 'cluster-authorized',
      cacheable: true,
      access: [right('get', nodes), right('list', pods)],
      handle: async ({ params, now }, { cluster }: ClusterScope) => {
        const node = await cluster.get(nodes, params)
        const fieldSelector = `spec.nodeName=${params.name},${NOT_ENDED}`
        const bound = await cluster.list(pods, { fieldSelector }, (pod) => pod)
        return SerializedBody.of(checkedDetail(node, bound, now), ageExpiresAt(node, now))
      },
    }),
    defineGeneratedRoute({
      method: 'GET',
      path: '/api/nodes/{name}/pods',
      summary: 'List the Pods bound to a Node',
      operationId: 'listNodePods',
      params: namedParams,
      query: clusterListQuery,
      response: listSchema('PodList', 'pods', pods.summary.schema),
      audience: 'cluster-authorized',
      cacheable: true,
      access: [right('get', nodes), right('list', pods)],
      handle: async ({ params, query, now }, { cluster }: ClusterScope) => {
        const name = String(params['name'])
        await cluster.get(nodes, { name })
        const selection = { ...query, fieldSelector: `spec.nodeName=${name}` }
        return cluster.listing(pods, selection, { field: 'pods', view: pods.summary, now })
      },
    }),
  ]
}
