import { inNamespace } from '../../cluster/client/api-call.ts'
import { defineRoute } from '../../api/define-route.ts'
import { namespaceName, objectName } from '../../api/schemas/common.ts'
import { listOptions } from '../../api/schemas/parameters.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { ClusterScope } from '../../cluster/read/cluster.ts'
import { parseDuration } from '../../core/formats/duration.ts'
import { right, type KindRoute } from '../define-kind.ts'
import { listEvents } from './list-events.ts'
import type { Event } from './model.ts'
import { clusterEvent } from './projections.ts'
import { eventSamples } from './samples.ts'
import { eventList } from './schema.ts'

const query = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { continue: ['limit'] },
  properties: {
    namespace: { ...namespaceName, description: 'Omitted: all namespaces the service may read' },
    type: { type: 'string', enum: ['Normal', 'Warning'], description: 'Only events of this type' },
    kind: {
      type: 'string',
      pattern: '^[A-Za-z][A-Za-z0-9]*$',
      maxLength: 63,
      description: 'Only events about objects of this kind, as `Pod`',
    },
    name: { ...objectName, description: 'Only events about objects of this name' },
    reason: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description: 'Only events with this reason, as `BackOff`',
    },
    since: {
      type: 'string',
      format: 'duration',
      description: 'Only events that occurred in this time before now: `90s`, `5m`, `1h30m`, `2d`',
    },
    ...listOptions,
  },
} as const

/** Returns the routes of Events. */
export function eventRoutes(events: Kind<Event>): readonly KindRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/events',
      summary: 'List Events',
      description:
        'Newest first over all selected namespaces, then cut into pages. Filters are combined; their values are exact, letter case included.',
      operationId: 'listEvents',
      query,
      response: eventList,
      example: () => ({ events: eventSamples.map(clusterEvent) }),
      audience: 'cluster-authorized',
      cacheable: true,
      access: [right('list', events)],
      handle: async ({ query: filters, now }, { cluster }: ClusterScope) => {
        const { namespace, type, kind, name, reason, since, labelSelector } = filters
        const fields = [
          ...(kind === undefined ? [] : [`involvedObject.kind=${kind}`]),
          ...(name === undefined ? [] : [`involvedObject.name=${name}`]),
        ]
        const seconds = since === undefined ? undefined : parseDuration(since)
        return listEvents(cluster, events, {
          selection: {
            ...inNamespace(namespace),
            ...(labelSelector === undefined ? {} : { labelSelector }),
            ...(fields.length === 0 ? {} : { fieldSelector: fields.join(',') }),
          },
          selects: (event) =>
            (type === undefined || event.type === type) && (reason === undefined || event.reason === reason),
          ...(seconds === undefined ? {} : { period: { now, milliseconds: seconds * 1000 } }),
          key: [namespace, type, kind, name, reason, since, labelSelector].map((text) => text ?? ''),
          page: filters,
        })
      },
    }),
  ]
}
