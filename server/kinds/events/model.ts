import type { ObjectMeta, Time } from '../../cluster/objects.ts'

/** core/v1 Event; writers of events.k8s.io fill `eventTime` and `series` instead of older fields. */
export interface Event {
  metadata: ObjectMeta
  involvedObject?: { kind?: string; namespace?: string; name?: string; uid?: string; fieldPath?: string }
  type?: string
  reason?: string
  message?: string
  count?: number | null
  firstTimestamp?: Time
  lastTimestamp?: Time
  eventTime?: Time
  series?: { count?: number; lastObservedTime?: Time } | null
}
