import type { Readable } from 'node:stream'

/** Plain text that is sent as it arrives, until the source ends. */
export interface TextStream {
  body: Readable
}

/** Complete server-sent events, serialized once for all subscribers that receive them. */
export class SseChunk {
  readonly bytes: Buffer

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }
}

/** Destination of server-sent events: one caller's connection. */
export interface SseWriter {
  /** Number of written bytes that the connection has not accepted yet. */
  readonly unsentBytes: number
  /** Counts the writes the connection has accepted. */
  readonly writtenCount: number
  /** Queues a chunk; ignored after the end. */
  write(chunk: SseChunk): void
  /** Resolves when all bytes are accepted, or the caller has disconnected. */
  drained(): Promise<void>
  /** Ends the response after the queued chunks. */
  end(): void
  /** Closes the connection. */
  destroy(): void
}

/** Server-sent events until the caller disconnects, which aborts the signal. */
export interface EventStream {
  start(writer: SseWriter, signal: AbortSignal): void
  /** Repeats the access reviews of an open stream at an interval, and stops the kinds that are denied now. */
  recheck?(): Promise<void>
}

/** One event type of a stream, for the documentation and the tests. */
export interface DeclaredEvent {
  readonly event: string
  readonly when: string
  /** Whether it carries an `id:`. */
  readonly id: boolean
  /** Schema of the data; the title names it in generated clients. */
  readonly data: object & { readonly title: string }
  readonly example: object
}

/** A JSON response with its status. */
export class StatusBody<T> {
  readonly status: SuccessStatus
  readonly body: T

  constructor(status: SuccessStatus, body: T) {
    this.status = status
    this.body = body
  }
}

/** Statuses of a successful JSON response. */
export type SuccessStatus = 200 | 201 | 202

/** A 303 to another page (RFC 9110 §15.4.4), with the cookies it sets. */
export interface Redirect {
  readonly location: string
  /** Values of Set-Cookie. */
  readonly cookies?: readonly string[]
}

/** The response of a negotiated route, in the declared media type that the caller prefers. */
export type NegotiatedBody = { readonly text: string } | EventStream
