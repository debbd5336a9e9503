import type { Kind } from '../../cluster/kind.ts'
import type { Cluster, Selection } from '../../cluster/read/cluster.ts'
import { SerializedBody } from '../../core/serialized-body.ts'
import { checked } from '../shared/checked.ts'
import { paginate, pageFields, type PageRequest } from '../shared/paginate.ts'
import type { Event } from './model.ts'
import { clusterEvent, eventPosition, lastTime } from './projections.ts'
import { clusterEvent as eventSchema, type ClusterEvent } from './schema.ts'

/** A list of Events for one response. */
export interface EventListing {
  readonly selection: Selection
  /** Selects by what the API server and the caches do not select by. */
  readonly selects: (event: Event) => boolean
  /** Selects the events that occurred in so many milliseconds before `now`, in milliseconds since 1970; absent: all. */
  readonly period?: { readonly now: number; readonly milliseconds: number }
  /** Identifies the list in continue tokens. */
  readonly key: readonly string[]
  readonly page: PageRequest
}

const checkedEvent = checked('Event', eventSchema, clusterEvent)

/** Lists events over the whole scope, newest first, and then cuts the page. */
export async function listEvents(
  cluster: Cluster,
  events: Kind<Event>,
  { selection, selects, period, key, page }: EventListing,
) {
  const found = await cluster.list(events, selection, (event) => {
    const leavesAt = period === undefined ? Infinity : Date.parse(lastTime(event)) + period.milliseconds
    // A time that cannot be read is in no period.
    const isSelected = selects(event) && (period === undefined || period.now <= leavesAt)
    return isSelected ? { at: eventPosition(event), view: checkedEvent(event), leavesAt } : undefined
  })
  const cut = paginate(found, ({ at }) => at, ['events', ...key], page)
  const items: ClusterEvent[] = cut.items.map(({ view }) => view)
  // The list changes by itself when its oldest event leaves the period.
  const expiresAt = found.reduce((earliest, { leavesAt }) => Math.min(earliest, leavesAt + 1), Infinity)
  return SerializedBody.of({ events: items, ...pageFields(cut) }, expiresAt)
}
