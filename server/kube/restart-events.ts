import { randomBytes } from 'node:crypto'
import { reasonOf } from '../errors.ts'
import { printable } from '../grammar/printable.ts'
import { secondsOf } from '../grammar/timestamp.ts'
import { events, type Kind } from './kinds.ts'
import type { Transport } from './transport.ts'
import type { Author } from './witness.ts'

const COMPONENT = 'cluster-inspector'
const TIMEOUT_MS = 5000
/** More than these are not waited for: who restarts so much finds all of it in the audit trail. */
const MAX_UNDER_WAY = 100
/** What an API server takes of a message (ValidateEventCreate of Kubernetes). */
const MAX_MESSAGE = 1024
const MAX_WHO = 256
/** Leaves room for the suffix in the 253 characters of a name. */
const MAX_PREFIX = 230

/** The object that was restarted, as its events refer to it. */
export interface Restarted {
  kind: Kind<unknown>
  namespace: string
  name: string
  uid: string
  resourceVersion: string | undefined
}

/** Is told when an event could not be written, once for all that follow. */
export interface EventObserver {
  eventRefused(context: string, reason: string): void
}

/**
 * Has the cluster say on an object who restarted it, as an Event beside those of its controllers. Nobody waits for it and
 * nothing depends on it: what is refused is counted as a call, logged once, and not tried again.
 */
export class RestartEvents {
  readonly #transport: Transport
  readonly #observer: EventObserver
  readonly #closing = new AbortController()
  #underWay = 0
  #refused = false

  constructor(transport: Transport, observer: EventObserver) {
    this.#transport = transport
    this.#observer = observer
  }

  /** Writes an event soon; nothing where it is not known who it was. `now` in milliseconds since 1970. */
  say(author: Author['who'], restarted: Restarted, now: number): void {
    if (author === undefined || this.#underWay >= MAX_UNDER_WAY) return
    this.#underWay++
    const body = eventOf(author, restarted, now)
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { namespace } = restarted
    this.#transport
      .json({ verb: 'create', kind: events, namespace, body }, signal)
      .catch((error: unknown) => {
        if (this.#refused || this.#closing.signal.aborted) return
        this.#refused = true
        this.#observer.eventRefused(this.#transport.context.name, reasonOf(error))
      })
      .finally(() => this.#underWay--)
  }

  stop(): void {
    this.#closing.abort()
  }
}

/** A v1 Event as the recorders of Kubernetes' own controllers write it: in the namespace of the object, named after it. */
function eventOf(
  { name, via, requestId }: NonNullable<Author['who']>,
  { kind, namespace, name: object, uid, resourceVersion }: Restarted,
  now: number,
): object {
  const prefix = object.slice(0, MAX_PREFIX).replace(/[.-]+$/, '')
  const who = `${printable(name, MAX_WHO)} via ${via}`
  const message = `Restarted by ${who} through Cluster Inspector (request ${printable(requestId, MAX_WHO)})`
  const at = secondsOf(now)
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${prefix}.${randomBytes(8).toString('hex')}`, namespace },
    involvedObject: {
      apiVersion: kind.apiGroup === '' ? kind.version : `${kind.apiGroup}/${kind.version}`,
      kind: kind.kind,
      namespace,
      name: object,
      uid,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    reason: 'Restarted',
    message: message.slice(0, MAX_MESSAGE),
    type: 'Normal',
    source: { component: COMPONENT },
    reportingComponent: COMPONENT,
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
  }
}
