import { deploymentDetail, deploymentList, deploymentRestart } from '../../contract/deployment.ts'
import { eventList } from '../../contract/event.ts'
import { namedParams, namespacedListQuery, namespaceQuery, restartBody } from '../../contract/parameters.ts'
import { deploymentPodList } from '../../contract/pod.ts'
import { defineRoute, Encoded } from '../../http/route.ts'
import type { Cluster } from '../../kube/cluster.ts'
import { deployments } from '../../kube/kinds.ts'
import { pageOf } from '../cut.ts'
import { eventsOf } from '../events/of-object.ts'
import { podsOf } from './pods.ts'
import { restartDeployment } from './restart.ts'
import * as view from './view.ts'

export const deploymentRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/deployments',
    summary: 'Deployments of a namespace',
    query: namespacedListQuery,
    response: deploymentList,
    callers: 'granted',
    access: ['list deployments.apps'],
    handle: async ({ query, now }, cluster: Cluster) => {
      const options = { field: 'deployments', view: view.deploymentSummaryView, now } as const
      return new Encoded(await cluster.listing(deployments, query, options))
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/deployments/{name}',
    summary: 'One Deployment',
    params: namedParams,
    query: namespaceQuery,
    response: deploymentDetail,
    callers: 'granted',
    access: ['get deployments.apps'],
    handle: async ({ params, query, now }, cluster: Cluster) =>
      new Encoded(await cluster.detail(deployments, { ...query, ...params }, view.deploymentDetailView, now)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/deployments/{name}/restart',
    summary: 'Restart a Deployment by a rolling update',
    description:
      'Sets the annotation `kubectl.kubernetes.io/restartedAt` of its Pod template. A paused Deployment is a 409.',
    params: namedParams,
    body: restartBody,
    response: deploymentRestart,
    callers: 'granted',
    access: ['get deployments.apps', 'patch deployments.apps'],
    handle: async ({ params, body, now }, cluster: Cluster) =>
      restartDeployment(cluster, { ...params, ...body }, now),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/deployments/{name}/pods',
    summary: 'Pods of a Deployment, by ownership',
    params: namedParams,
    query: namespacedListQuery,
    response: deploymentPodList,
    callers: 'granted',
    access: ['get deployments.apps', 'list replicasets.apps', 'list pods'],
    handle: async ({ params, query }, cluster: Cluster) => {
      const page = await podsOf(cluster, { ...params, namespace: query.namespace }, query)
      return Encoded.of({ pods: page.items, ...pageOf(page) }, Infinity)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/deployments/{name}/events',
    summary: "A Deployment's own events, newest first",
    params: namedParams,
    query: namespacedListQuery,
    response: eventList,
    callers: 'granted',
    access: ['get deployments.apps', 'list events'],
    handle: async ({ params, query }, cluster: Cluster) => {
      const { namespace } = query
      const { metadata } = await cluster.get(deployments, { ...params, namespace })
      return eventsOf(cluster, { kind: 'Deployment', name: params.name, namespace, uid: metadata.uid }, query)
    },
  }),
]
