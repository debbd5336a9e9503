import { inNamespace } from '../../cluster/client/api-call.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { PageRequest } from '../shared/paginate.ts'
import { listEvents } from './list-events.ts'
import type { Event } from './model.ts'
import { isEventOf, type EventSubject } from './projections.ts'

/**
 * Lists the events of one object, newest first, with pagination. The API server selects by kind and name; the
 * uids then exclude events of an earlier object with the same name.
 */
export async function listObjectEvents(
  cluster: Cluster,
  events: Kind<Event>,
  object: EventSubject,
  query: PageRequest & { labelSelector?: string },
) {
  const { namespace, kind, name } = object
  return listEvents(cluster, events, {
    selection: {
      ...inNamespace(namespace),
      ...(query.labelSelector === undefined ? {} : { labelSelector: query.labelSelector }),
      fieldSelector: `involvedObject.kind=${kind},involvedObject.name=${name}`,
    },
    selects: (event) => isEventOf(event, object),
    key: [kind, name, object.uids[0] ?? '', query.labelSelector ?? ''],
    page: query,
  })
}
