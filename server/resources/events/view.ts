import type { ClusterEvent } from '../../contract/event.ts'
import { wholeSeconds } from '../../grammar/timestamp.ts'
import type { Event } from '../../kube/objects.ts'
import type { View } from '../../kube/view.ts'
import { present } from '../present.ts'

/** api.md §2.5 */
export function clusterEvent(event: Event): ClusterEvent {
  const { metadata, involvedObject } = event
  const first = event.firstTimestamp ?? event.eventTime ?? metadata.creationTimestamp
  const last = lastTime(event)
  return {
    type: event.type ?? '',
    reason: event.reason ?? '',
    message: event.message ?? '',
    count: Math.max(1, event.count || event.series?.count || 1),
    firstTimestamp: wholeSeconds(first) ?? first,
    lastTimestamp: wholeSeconds(last) ?? last,
    involvedObject: present({
      kind: involvedObject?.kind ?? '',
      name: involvedObject?.name ?? '',
      namespace: involvedObject?.namespace || undefined,
    }),
  }
}

export const clusterEventView: View<Event, ClusterEvent> = { show: clusterEvent }

/** When an event was seen last, as the API server wrote it; writers of events.k8s.io fill only the newer fields. */
function lastTime(event: Event): string {
  return (
    event.lastTimestamp ??
    event.series?.lastObservedTime ??
    event.eventTime ??
    event.metadata.creationTimestamp
  )
}

/**
 * An event's place in newest-first order, as text that sorts bytewise ascending: the complement of each digit of its
 * last time (to the microsecond, so that the cut to seconds does not blur the order), then `namespace/name`.
 */
export function eventPosition(event: Event): string {
  const { metadata } = event
  const time = lastTime(event)
  const fraction = /\.(\d{1,6})/.exec(time)?.[1] ?? ''
  const digits = (wholeSeconds(time) ?? '').replaceAll(/\D/g, '') + fraction.padEnd(6, '0')
  const descending = digits.padStart(20, '0').replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
  return `${descending}/${metadata.namespace ?? ''}/${metadata.name}`
}

/** The object whose events are wanted. */
export interface EventSubject {
  kind: string
  namespace?: string
  name: string
  uid: string
  /** Of a static Pod, what the kubelet takes for its uid: the annotation `kubernetes.io/config.mirror`. */
  mirrorUid?: string
}

/**
 * Whether an event is about this very object, not about one of that name before it. The kubelet writes a node's name
 * where others write its uid, and the hash of its manifest for a static Pod's. Source: k8s.io/kubectl/pkg/describe,
 * NodeDescriber and PodDescriber.
 */
export function isEventOf(event: Event, subject: EventSubject): boolean {
  const { kind, namespace = '', name, uid } = event.involvedObject ?? {}
  if (kind !== subject.kind || name !== subject.name || namespace !== (subject.namespace ?? '')) return false
  if (uid === undefined || uid === '') return false
  return uid === subject.uid || uid === subject.mirrorUid || (kind === 'Node' && uid === subject.name)
}
