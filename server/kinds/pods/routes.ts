import { defineTextStream } from '../../api/define-route.ts'
import { namedParams } from '../../api/schemas/parameters.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { right, type KindRoute } from '../define-kind.ts'
import { podLogQuery } from './log-schema.ts'
import { openLog } from './logs.ts'
import type { Pod } from './model.ts'

/** Returns the routes of Pods besides those of every kind. */
export function podRoutes(pods: Kind<Pod>): readonly KindRoute[] {
  return [
    defineTextStream({
      method: 'GET',
      path: '/api/pods/{name}/logs',
      summary: "Stream a container's log as plain text",
      description:
        'Bytes pass through unchanged. A follow ends when the container does; a connection cut short means the log was cut.',
      operationId: 'streamPodLog',
      params: namedParams,
      query: podLogQuery,
      audience: 'cluster-authorized',
      access: [right('get', pods), right('get', pods, 'log')],
      handle: async ({ params, query }, { cluster }: ClusterScope) =>
        openLog(cluster, pods, params.name, query),
    }),
  ]
}
