import type { ClusterEvent } from './schema.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { Event } from './model.ts'
import { omitEmpty } from '../shared/omit-empty.ts'

export function clusterEvent(event: Event): ClusterEvent {
  const { metadata, involvedObject } = event
  const first = event.firstTimestamp ?? event.eventTime ?? metadata.creationTimestamp
  const last = lastTime(event)
  return {
    type: event.type ?? '',
    reason: event.reason ?? '',
    message: event.message ?? '',
    count: Math.max(1, event.count || event.series?.count || 1),
    firstTimestamp: truncateToSeconds(first) ?? first,
    lastTimestamp: truncateToSeconds(last) ?? last,
    involvedObject: omitEmpty({
      kind: involvedObject?.kind ?? '',
      name: involvedObject?.name ?? '',
      namespace: involvedObject?.namespace || undefined,
    }),
  }
}

/**
 * Returns the time an event last occurred, as the API server stores it; writers that use events.k8s.io fill
 * only the newer fields.
 */
export function lastTime(event: Event): string {
  return (
    event.lastTimestamp ??
    event.series?.lastObservedTime ??
    event.eventTime ??
    event.metadata.creationTimestamp
  )
}

/**
 * Returns an event's sort key for newest-first order, as text that sorts bytewise ascending: the complement
 * of each digit of its last time (in microseconds, since whole seconds would lose the order), then
 * `namespace/name`.
 */
export function eventPosition(event: Event): string {
  const { metadata } = event
  const time = lastTime(event)
  const fraction = /\.(\d{1,6})/.exec(time)?.[1] ?? ''
  const digits = (truncateToSeconds(time) ?? '').replaceAll(/\D/g, '') + fraction.padEnd(6, '0')
  const descending = digits.padStart(20, '0').replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
  return `${descending}/${metadata.namespace ?? ''}/${metadata.name}`
}

/** The object whose events are listed. */
export interface EventSubject {
  kind: string
  namespace?: string
  name: string
  /** Its uid, then others that writers of Events name it by. */
  uids: readonly string[]
}

/** Whether an event belongs to this object, and not to an earlier one of the same name. */
export function isEventOf(event: Event, subject: EventSubject): boolean {
  const { kind, namespace = '', name, uid } = event.involvedObject ?? {}
  if (kind !== subject.kind || name !== subject.name || namespace !== (subject.namespace ?? '')) return false
  return uid !== undefined && uid !== '' && subject.uids.includes(uid)
}
