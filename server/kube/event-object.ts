import { randomBytes } from 'node:crypto'
import { secondsOf } from '../grammar/timestamp.ts'
import type { Kind } from './kinds.ts'

const COMPONENT = 'cluster-inspector'
/** What an API server takes of a message (ValidateEventCreate of Kubernetes). */
const MAX_MESSAGE = 1024
/** Leaves room for the suffix in the 253 characters of a name. */
const MAX_PREFIX = 230

/** The object an Event is about. */
export interface EventSubject {
  kind: Kind<unknown>
  namespace: string
  name: string
  uid: string
  resourceVersion: string | undefined
}

/** What an Event says. */
export interface EventWords {
  reason: string
  message: string
  type: 'Normal' | 'Warning'
}

/**
 * A v1 Event as the recorders of Kubernetes' own controllers write it: in the namespace of the object, named after it. `now` in
 * milliseconds since 1970.
 */
export function eventOn(
  { kind, namespace, name, uid, resourceVersion }: EventSubject,
  { reason, message, type }: EventWords,
  now: number,
): object {
  const prefix = name.slice(0, MAX_PREFIX).replace(/[.-]+$/, '')
  const at = secondsOf(now)
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${prefix}.${randomBytes(8).toString('hex')}`, namespace },
    involvedObject: {
      apiVersion: kind.apiGroup === '' ? kind.version : `${kind.apiGroup}/${kind.version}`,
      kind: kind.kind,
      namespace,
      name,
      uid,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    reason,
    message: message.slice(0, MAX_MESSAGE),
    type,
    source: { component: COMPONENT },
    reportingComponent: COMPONENT,
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
  }
}
