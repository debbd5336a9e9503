import { deploymentDetail, deploymentList, deploymentRestart } from './schema.ts'
import { eventList } from '../events/schema.ts'
import {
  namedParams,
  namespacedListQuery,
  namespaceQuery,
  restartBody,
} from '../../api/schemas/parameters.ts'
import { deploymentPodList } from '../pods/schema.ts'
import { defineRoute } from '../../api/define-route.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { deployments } from '../../cluster/kinds.ts'
import { pageFields } from '../shared/paginate.ts'
import { listObjectEvents } from '../events/list-object-events.ts'
import { listDeploymentPods } from './pods.ts'
import { restartDeployment } from './restart.ts'
import * as view from './projections.ts'
import { SerializedBody } from '../../core/serialized-body.ts'

export const deploymentRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/deployments',
    summary: 'Deployments of a namespace',
    query: namespacedListQuery,
    response: deploymentList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['list deployments.apps'],
    handle: async ({ query, now }, { cluster }: ClusterScope) => {
      const options = { field: 'deployments', view: view.deploymentSummaryProjection, now } as const
      return cluster.listing(deployments, query, options)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/deployments/{name}',
    summary: 'One Deployment',
    params: namedParams,
    query: namespaceQuery,
    response: deploymentDetail,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['get deployments.apps'],
    handle: async ({ params, query, now }, { cluster }: ClusterScope) =>
      cluster.detail(deployments, { ...query, ...params }, view.deploymentDetailProjection, now),
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
    audience: 'cluster-authorized',
    access: ['get deployments.apps', 'patch deployments.apps'],
    handle: async ({ params, body, now }, { cluster }: ClusterScope) =>
      restartDeployment(cluster, { ...params, ...body }, now),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/deployments/{name}/pods',
    summary: 'Pods of a Deployment, by ownership',
    params: namedParams,
    query: namespacedListQuery,
    response: deploymentPodList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['get deployments.apps', 'list replicasets.apps', 'list pods'],
    handle: async ({ params, query }, { cluster }: ClusterScope) => {
      const page = await listDeploymentPods(cluster, { ...params, namespace: query.namespace }, query)
      return SerializedBody.of({ pods: page.items, ...pageFields(page) }, Infinity)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/deployments/{name}/events',
    summary: "A Deployment's own events, newest first",
    params: namedParams,
    query: namespacedListQuery,
    response: eventList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['get deployments.apps', 'list events'],
    handle: async ({ params, query }, { cluster }: ClusterScope) => {
      const { namespace } = query
      const { metadata } = await cluster.get(deployments, { ...params, namespace })
      return listObjectEvents(
        cluster,
        { kind: 'Deployment', name: params.name, namespace, uid: metadata.uid },
        query,
      )
    },
  }),
]
