import { eventList } from '../events/schema.ts'
import { nodeDetail, nodeList } from './schema.ts'
import { clusterListQuery, namedParams } from '../../api/schemas/parameters.ts'
import { podList } from '../pods/schema.ts'
import { defineRoute } from '../../api/define-route.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { nodes, pods } from '../../cluster/kinds.ts'
import { listObjectEvents } from '../events/list-object-events.ts'
import { ageExpiresAt } from '../shared/metadata.ts'
import { listPods } from '../pods/list.ts'
import * as view from './projections.ts'
import { SerializedBody } from '../../core/serialized-body.ts'

/** Ended Pods use no resources of a node; kubectl describe leaves them out too. */
const HOLDING = 'status.phase!=Succeeded,status.phase!=Failed'

export const nodeRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/nodes',
    summary: 'Nodes of the cluster',
    query: clusterListQuery,
    response: nodeList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['list nodes'],
    handle: async ({ query, now }, { cluster }: ClusterScope) => {
      const options = { field: 'nodes', view: view.nodeSummaryProjection, now } as const
      return cluster.listing(nodes, query, options)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/nodes/{name}',
    summary: 'One node, with what its Pods ask for',
    params: namedParams,
    response: nodeDetail,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['get nodes', 'list pods'],
    handle: async ({ params, now }, { cluster }: ClusterScope) => {
      const node = await cluster.get(nodes, params)
      const fieldSelector = `spec.nodeName=${params.name},${HOLDING}`
      const held = await cluster.list(pods, { fieldSelector }, (pod) => pod)
      return SerializedBody.of(view.nodeDetail(node, held, now), ageExpiresAt(node, now))
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/nodes/{name}/pods',
    summary: 'Pods bound to a node',
    params: namedParams,
    query: clusterListQuery,
    response: podList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['get nodes', 'list pods'],
    handle: async ({ params, query, now }, { cluster }: ClusterScope) => {
      await cluster.get(nodes, params)
      return listPods(cluster, { ...query, node: params.name }, now)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/nodes/{name}/events',
    summary: "A node's own events, newest first",
    params: namedParams,
    query: clusterListQuery,
    response: eventList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['get nodes', 'list events'],
    handle: async ({ params, query }, { cluster }: ClusterScope) => {
      const { metadata } = await cluster.get(nodes, params)
      return listObjectEvents(cluster, { kind: 'Node', name: params.name, uid: metadata.uid }, query)
    },
  }),
]
