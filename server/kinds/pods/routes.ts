import { eventList } from '../events/schema.ts'
import { namedParams, namespacedListQuery, namespaceQuery } from '../../api/schemas/parameters.ts'
import { podDetail } from './detail-schema.ts'
import { podListQuery, podLogQuery } from './query-schema.ts'
import { podList, podRestart, podRestartBody } from './schema.ts'
import { defineRoute, defineTextStream } from '../../api/define-route.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { pods } from '../../cluster/kinds.ts'
import { listObjectEvents } from '../events/list-object-events.ts'
import { podDetailProjection } from './detail.ts'
import { listPods } from './list.ts'
import { openLog } from './logs.ts'
import { restartPod } from './restart.ts'

export const podRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/pods',
    summary: 'Pods of a namespace, or of all',
    query: podListQuery,
    response: podList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['list pods'],
    handle: async ({ query, now }, { cluster }: ClusterScope) => listPods(cluster, query, now),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/pods/{name}',
    summary: 'One Pod',
    description: 'Environment variables are shown by name and origin, never by value.',
    params: namedParams,
    query: namespaceQuery,
    response: podDetail,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['get pods'],
    handle: async ({ params, query, now }, { cluster }: ClusterScope) =>
      cluster.detail(pods, { ...query, ...params }, podDetailProjection, now),
  }),
  defineTextStream({
    method: 'GET',
    path: '/api/pods/{name}/logs',
    summary: "A container's log as plain text",
    description:
      'Bytes pass through unchanged. A follow ends when the container does; a connection cut short means the log was cut.',
    params: namedParams,
    query: podLogQuery,
    audience: 'cluster-authorized',
    access: ['get pods', 'get pods/log'],
    handle: async ({ params, query }, { cluster }: ClusterScope) => openLog(cluster, params.name, query),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/pods/{name}/restart',
    summary: 'Restart a Pod by deleting it',
    description: 'The delete carries the uid that was read: a Pod of the same name made meanwhile is a 409.',
    params: namedParams,
    body: podRestartBody,
    response: podRestart,
    audience: 'cluster-authorized',
    access: ['get pods', 'delete pods'],
    handle: async ({ params, body, now }, { cluster }: ClusterScope) =>
      restartPod(cluster, params.name, body, now),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/pods/{name}/events',
    summary: "A Pod's own events, newest first",
    params: namedParams,
    query: namespacedListQuery,
    response: eventList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: ['get pods', 'list events'],
    handle: async ({ params, query }, { cluster }: ClusterScope) => {
      const { namespace } = query
      const { uid, annotations } = (await cluster.get(pods, { ...params, namespace })).metadata
      const subject = { kind: 'Pod', name: params.name, namespace, uid }
      const mirrorUid = annotations?.['kubernetes.io/config.mirror']
      return listObjectEvents(cluster, mirrorUid === undefined ? subject : { ...subject, mirrorUid }, query)
    },
  }),
]
