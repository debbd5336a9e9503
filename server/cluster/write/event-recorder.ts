import { errorMessage } from '../../core/errors.ts'
import { sanitize } from '../../core/formats/sanitize.ts'
import { buildEvent, type EventSubject } from './build-event.ts'
import { events } from '../kinds.ts'
import type { Transport } from '../client/transport.ts'
import type { WriteAuthor } from './write-audit.ts'

const TIMEOUT_MS = 5000
/** Limit of Events being written; further ones are dropped. The audit log records every restart. */
const MAX_UNDER_WAY = 100
const MAX_WHO = 256

/** Reports an Event that could not be written, once per context. */
export interface EventObserver {
  eventRefused(context: string, reason: string): void
}

/**
 * Records on an object who restarted it, as an Event like those of its controllers. Best effort: a failure is
 * counted as a call, logged once and not retried.
 */
export class EventRecorder {
  readonly #transport: Transport
  readonly #observer: EventObserver
  readonly #closing = new AbortController()
  #underWay = 0
  #refused = false

  constructor(transport: Transport, observer: EventObserver) {
    this.#transport = transport
    this.#observer = observer
  }

  /** Writes an Event in the background, if the user is known. `now` in milliseconds since 1970. */
  record(author: WriteAuthor['caller'], restarted: EventSubject, now: number): void {
    if (author === undefined || this.#underWay >= MAX_UNDER_WAY) return
    this.#underWay++
    const body = buildEvent(
      restarted,
      { reason: 'Restarted', message: messageOf(author), type: 'Normal' },
      now,
    )
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { namespace } = restarted
    this.#transport
      .json({ verb: 'create', kind: events, namespace, body }, signal)
      .catch((error: unknown) => {
        if (this.#refused || this.#closing.signal.aborted) return
        this.#refused = true
        this.#observer.eventRefused(this.#transport.context.name, errorMessage(error))
      })
      .finally(() => this.#underWay--)
  }

  stop(): void {
    this.#closing.abort()
  }
}

function messageOf({ name, via, requestId }: NonNullable<WriteAuthor['caller']>): string {
  const who = `${sanitize(name, MAX_WHO)} via ${via}`
  return `Restarted by ${who} through Cluster Inspector (request ${sanitize(requestId, MAX_WHO)})`
}
