import { reasonOf } from '../errors.ts'
import { printable } from '../grammar/printable.ts'
import { eventOn, type EventSubject } from './event-object.ts'
import { events } from './kinds.ts'
import type { Transport } from './transport.ts'
import type { Author } from './witness.ts'

const TIMEOUT_MS = 5000
/** More than these are not waited for: who restarts so much finds all of it in the audit trail. */
const MAX_UNDER_WAY = 100
const MAX_WHO = 256

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
  say(author: Author['who'], restarted: EventSubject, now: number): void {
    if (author === undefined || this.#underWay >= MAX_UNDER_WAY) return
    this.#underWay++
    const body = eventOn(restarted, { reason: 'Restarted', message: messageOf(author), type: 'Normal' }, now)
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

function messageOf({ name, via, requestId }: NonNullable<Author['who']>): string {
  const who = `${printable(name, MAX_WHO)} via ${via}`
  return `Restarted by ${who} through Cluster Inspector (request ${printable(requestId, MAX_WHO)})`
}
