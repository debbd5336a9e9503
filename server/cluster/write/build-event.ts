import { randomBytes } from 'node:crypto'
import { toIsoSeconds } from '../../core/formats/timestamp.ts'
import type { Kind } from '../kind.ts'

const COMPONENT = 'cluster-inspector'
/** Longest message of an Event that an API server accepts (ValidateEventCreate of Kubernetes). */
const MAX_MESSAGE = 1024
/** Leaves room for the suffix in the 253 characters of a name. */
const MAX_PREFIX = 230

/** The kind Event, for creating one. */
export const eventKind: Kind<unknown> = {
  kind: 'Event',
  apiGroup: '',
  version: 'v1',
  plural: 'events',
  namespaced: true,
}

/** The object an Event is about. */
export interface EventSubject {
  kind: Kind<unknown>
  /** Undefined for a cluster-scoped object. */
  namespace: string | undefined
  name: string
  uid: string
  resourceVersion: string | undefined
}

/** The reason, message and type of an Event. */
export interface EventDetails {
  reason: string
  message: string
  type: 'Normal' | 'Warning'
}

/**
 * Builds a v1 Event like the recorders of Kubernetes' own controllers: in the namespace of the object (`default`
 * for a cluster-scoped one), and named after it. `now` in milliseconds since 1970.
 */
export function buildEvent(
  { kind, namespace, name, uid, resourceVersion }: EventSubject,
  { reason, message, type }: EventDetails,
  now: number,
): object {
  const prefix = name.slice(0, MAX_PREFIX).replace(/[.-]+$/, '')
  const timestamp = toIsoSeconds(now)
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${prefix}.${randomBytes(8).toString('hex')}`, namespace: eventNamespace(namespace) },
    involvedObject: {
      apiVersion: kind.apiGroup === '' ? kind.version : `${kind.apiGroup}/${kind.version}`,
      kind: kind.kind,
      ...(namespace === undefined ? {} : { namespace }),
      name,
      uid,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    reason,
    message: message.slice(0, MAX_MESSAGE),
    type,
    source: { component: COMPONENT },
    reportingComponent: COMPONENT,
    firstTimestamp: timestamp,
    lastTimestamp: timestamp,
    count: 1,
  }
}

/** Returns the namespace of the Events of an object. */
export function eventNamespace(namespace: string | undefined): string {
  return namespace ?? 'default'
}
