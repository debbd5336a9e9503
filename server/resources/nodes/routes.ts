import { eventList } from '../../contract/event.ts'
import { nodeDetail, nodeList } from '../../contract/node.ts'
import { clusterListQuery, namedParams } from '../../contract/parameters.ts'
import { podList } from '../../contract/pod.ts'
import { defineRoute, Encoded } from '../../http/route.ts'
import type { Cluster } from '../../kube/cluster.ts'
import { nodes, pods } from '../../kube/kinds.ts'
import { eventsOf } from '../events/of-object.ts'
import { ageHoldsUntil } from '../metadata.ts'
import { listPods } from '../pods/list.ts'
import * as view from './view.ts'

/** Pods that ended hold nothing of a node any more; kubectl describe leaves them out the same way. */
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
      const options = { field: 'nodes', view: view.nodeSummaryView, now } as const
      return new Encoded(await cluster.listing(nodes, query, options))
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
      return Encoded.of(view.nodeDetail(node, held, now), ageHoldsUntil(node, now))
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
      return eventsOf(cluster, { kind: 'Node', name: params.name, uid: metadata.uid }, query)
    },
  }),
]
