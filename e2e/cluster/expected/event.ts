import type { Event } from '../../../server/kinds/events/model.ts'
import type { RawObject } from '../../kinds/fixture.ts'

/** Selects an object's own events, newest first. */
export function eventsOf(
  kind: string,
  { name, namespace, uid, annotations }: RawObject['metadata'],
  events: readonly Event[],
): Event[] {
  const mirror = annotations?.['kubernetes.io/config.mirror']
  const uids = new Set([uid, mirror, kind === 'Node' ? name : undefined])
  return newestFirst(
    events.filter(({ involvedObject: of }) => {
      const same = of?.kind === kind && of.name === name && of.namespace === namespace
      return same && of.uid !== undefined && uids.has(of.uid)
    }),
  )
}

/** Sorts events; those of one time go by namespace and name. */
export function newestFirst<T extends Event>(events: readonly T[]): T[] {
  return events.toSorted((a, b) => {
    const [left, right] = [moment(a), moment(b)]
    if (left !== right) return left < right ? 1 : -1
    return placeOf(a) < placeOf(b) ? -1 : 1
  })
}

function placeOf({ metadata }: Event): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

export function expectedEvent(event: Event): Record<string, unknown> {
  const { type, reason, message, count, series, involvedObject } = event
  return {
    type,
    reason,
    message: message ?? '',
    count: count || series?.count || 1,
    firstTimestamp: cut(event.firstTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp),
    lastTimestamp: cut(last(event)),
    involvedObject: {
      kind: involvedObject?.kind,
      name: involvedObject?.name,
      namespace: involvedObject?.namespace,
    },
  }
}

function last(event: Event): string {
  const { lastTimestamp, series, eventTime, metadata } = event
  return lastTimestamp ?? series?.lastObservedTime ?? eventTime ?? metadata.creationTimestamp
}

/** Normalizes a time for comparison as text: times have a resolution of seconds or of microseconds. */
function moment(event: Event): string {
  return last(event).replace(/:(\d\d)Z$/, ':$1.000000Z')
}

/** Cuts a time to whole seconds. */
function cut(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z')
}
