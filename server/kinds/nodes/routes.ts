import { defineGeneratedRoute, defineRoute } from '../../api/define-route.ts'
import { clusterListQuery, namedParams } from '../../api/schemas/parameters.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { right, type KindRoute } from '../define-kind.ts'
import { detailBody, includeParameter, withInclusions, type DetailScope } from '../detail-inclusions.ts'
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
export function nodeRoutes(nodes: Kind<Node> & { readonly path: string }): readonly KindRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/nodes/{name}',
      summary: 'Get a Node, with the requests and limits of its Pods',
      operationId: 'getNode',
      params: namedParams,
      query: { type: 'object', additionalProperties: false, properties: includeParameter },
      response: withInclusions(nodeDetailSchema),
      example: () => nodeDetail(nodeSamples[0], [], EXAMPLE_TIME),
      audience: 'cluster-authorized',
      cacheable: true,
      access: [right('get', nodes), right('list', pods)],
      handle: async ({ params, query: { include }, now }, scope: DetailScope) => {
        const { cluster } = scope
        const node = await cluster.get(nodes, params)
        const fieldSelector = `spec.nodeName=${params.name},${NOT_ENDED}`
        const bound = await cluster.list(pods, { fieldSelector }, (pod) => pod)
        const detail = checkedDetail(node, bound, now)
        const projected = { kind: nodes, object: node, now, detail, expiresAt: ageExpiresAt(node, now) }
        return detailBody(scope, projected, include)
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
