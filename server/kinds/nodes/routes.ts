import { eventList } from '../events/schema.ts'
import { nodeDetail, nodeList } from './schema.ts'
import { clusterListQuery, namedParams } from '../../api/schemas/parameters.ts'
import { podList } from '../pods/schema.ts'
import { defineRoute, SerializedBody } from '../../api/define-route.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { nodes, pods } from '../../cluster/kinds.ts'
import { listObjectEvents } from '../events/list-object-events.ts'
import { ageExpiresAt } from '../shared/metadata.ts'
import { listPods } from '../pods/list.ts'
import * as view from './projections.ts'

/** Ended Pods use no resources of a node; kubectl describe leaves them out too. */
const HOLDING = 'status.phase!=Succeeded,status.phase!=Failed'

export const nodeRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/nodes',
    summary: 'Nodes of the cluster',
    query: clusterListQuery,
    response: nodeList,
    callers: 'granted',
    access: ['list nodes'],
    handle: async ({ query, now }, cluster: Cluster) => {
      const options = { field: 'nodes', view: view.nodeSummaryProjection, now } as const
      return new SerializedBody(await cluster.listing(nodes, query, options))
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/nodes/{name}',
    summary: 'One node, with what its Pods ask for',
    params: namedParams,
    response: nodeDetail,
    callers: 'granted',
    access: ['get nodes', 'list pods'],
    handle: async ({ params, now }, cluster: Cluster) => {
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
    callers: 'granted',
    access: ['get nodes', 'list pods'],
    handle: async ({ params, query, now }, cluster: Cluster) => {
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
    callers: 'granted',
    access: ['get nodes', 'list events'],
    handle: async ({ params, query }, cluster: Cluster) => {
      const { metadata } = await cluster.get(nodes, params)
      return listObjectEvents(cluster, { kind: 'Node', name: params.name, uid: metadata.uid }, query)
    },
  }),
]
