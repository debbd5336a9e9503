import type { ClusterEvent } from '../../contract/event.ts'
import { Encoded } from '../../http/route.ts'
import type { Cluster } from '../../kube/cluster.ts'
import { events } from '../../kube/kinds.ts'
import { cutAfter, pageOf, type Cut } from '../cut.ts'
import { clusterEvent, eventPosition, isEventOf, type EventSubject } from './view.ts'

/**
 * The events of one object, newest first, then cut. The API server is asked for those of its kind and name; which of them
 * are of this very object, and not of one that had its name before, the uid decides.
 */
export async function eventsOf(
  cluster: Cluster,
  object: EventSubject,
  query: Cut & { labelSelector?: string },
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
      isEventOf(event, object) ? { at: eventPosition(event), view: clusterEvent(event) } : undefined,
  )
  const selects = ['events', kind, name, object.uid, query.labelSelector ?? '']
  const page = cutAfter(found, ({ at }) => at, selects, query)
  const shown: ClusterEvent[] = page.items.map(({ view }) => view)
  return Encoded.of({ events: shown, ...pageOf(page) }, Infinity)
}
