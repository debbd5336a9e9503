import { errorMessage } from '../../core/errors.ts'
import { quote, sanitize } from '../../core/formats/sanitize.ts'
import { buildEvent, eventKind, eventNamespace, type EventSubject } from './build-event.ts'
import type { Transport } from '../client/transport.ts'
import type { WriteAuthor, WriteEvent } from './write-audit.ts'

const TIMEOUT_MS = 5000
/** Limit of Events being written; further ones are dropped. The audit log records every write. */
const MAX_IN_FLIGHT = 100
const MAX_REQUEST_ID = 64

/** Reports an Event that could not be written, once per context. */
export interface EventObserver {
  eventRefused(context: string, reason: string): void
}

/**
 * Records on an object who changed it and how, as an Event like those of its controllers. Best effort: a failure
 * is counted as a call, logged once and not retried.
 */
export class EventRecorder {
  readonly #transport: Transport
  readonly #observer: EventObserver
  readonly #closing = new AbortController()
  readonly #clock: () => number
  #inFlight = 0
  #refused = false

  /** `clock` returns milliseconds since 1970. */
  constructor(transport: Transport, observer: EventObserver, clock: () => number) {
    this.#transport = transport
    this.#clock = clock
    this.#observer = observer
  }

  /** Writes an Event in the background, if the user is known. */
  record(author: WriteAuthor['caller'], changed: EventSubject, { reason, text }: WriteEvent): void {
    if (author === undefined || this.#inFlight >= MAX_IN_FLIGHT) return
    this.#inFlight++
    const message = messageOf(text, author)
    const body = buildEvent(changed, { reason, message, type: 'Normal' }, this.#clock())
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const namespace = eventNamespace(changed.namespace)
    this.#transport
      .json({ verb: 'create', kind: eventKind, namespace, body }, signal)
      .catch((error: unknown) => {
        if (this.#refused || this.#closing.signal.aborted) return
        this.#refused = true
        this.#observer.eventRefused(this.#transport.context.name, errorMessage(error))
      })
      .finally(() => this.#inFlight--)
  }

  stop(): void {
    this.#closing.abort()
  }
}

function messageOf(text: string, { name, via, requestId }: NonNullable<WriteAuthor['caller']>): string {
  const request = sanitize(requestId, MAX_REQUEST_ID)
  return `${text} by ${quote(name)} via ${via} through Cluster Inspector (request ${request})`
}
