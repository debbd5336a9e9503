import { clusterEvent as eventSchema, type ClusterEvent } from './schema.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { paginate, pageFields, type PageRequest } from '../shared/paginate.ts'
import type { Event } from './model.ts'
import { clusterEvent, eventPosition, isEventOf, type EventSubject } from './projections.ts'
import { checked } from '../shared/checked.ts'
import { SerializedBody } from '../../core/serialized-body.ts'

const checkedEvent = checked('Event', eventSchema, clusterEvent)

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
  const found = await cluster.list(
    events,
    {
      ...(namespace === undefined ? {} : { namespace }),
      ...(query.labelSelector === undefined ? {} : { labelSelector: query.labelSelector }),
      fieldSelector: `involvedObject.kind=${kind},involvedObject.name=${name}`,
    },
    (event) =>
      isEventOf(event, object) ? { at: eventPosition(event), view: checkedEvent(event) } : undefined,
  )
  const selects = ['events', kind, name, object.uids[0] ?? '', query.labelSelector ?? '']
  const page = paginate(found, ({ at }) => at, selects, query)
  const items: ClusterEvent[] = page.items.map(({ view }) => view)
  return SerializedBody.of({ events: items, ...pageFields(page) }, Infinity)
}
