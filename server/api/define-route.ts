import type { Readable } from 'node:stream'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { context } from './schemas/parameters.ts'
import { weakEtag } from '../core/formats/etag.ts'

/** The part of JSON Schema that declarations use: an object with named properties. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JSONSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
}

/** A handler's input: the validated request, and its time of arrival (milliseconds since 1970). */
export interface Request<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
  now: number
  /** Id of the last event a reconnecting caller of an event stream received. */
  lastEventId?: string
}

/** A plain-text response of unknown length. */
export interface TextStream {
  body: Readable
}

/** Complete server-sent events as bytes, encoded once for all subscribers, also as an HTTP chunk. */
export class SseChunk {
  readonly bytes: Buffer
  #chunk: Buffer | undefined

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }

  /** The bytes as a chunk of HTTP/1.1 (RFC 9112 §7.1). */
  get chunk(): Buffer {
    const size = Buffer.from(`${this.bytes.length.toString(16)}\r\n`)
    this.#chunk ??= Buffer.concat([size, this.bytes, CRLF])
    return this.#chunk
  }
}

const CRLF = Buffer.from('\r\n')

/** Writer of server-sent events to one caller's connection. */
export interface SseWriter {
  /** Bytes written but not yet accepted by the operating system. */
  readonly unsentBytes: number
  /** Counter that grows whenever the operating system accepts a write. */
  readonly writtenCount: number
  /** Queues events; ignored after the end. */
  write(frames: SseChunk): void
  /** Resolves when everything is written, or the caller has disconnected. */
  drained(): Promise<void>
  /** Ends the response after everything is written. */
  end(): void
  /** Closes the connection. */
  destroy(): void
}

/** A stream of server-sent events; the signal fires when the caller disconnects. */
export interface EventStream {
  start(sink: SseWriter, signal: AbortSignal): void
}

/** One value of `event:`, for the documentation and the tests. */
export interface DeclaredEvent {
  readonly event: string
  readonly when: string
  /** Whether the event has an `id:`. */
  readonly id: boolean
  readonly data: object
  readonly example: object
}

/** A serialized JSON response and its weak ETag (RFC 9110 §8.8.3); T is the type of its content. */
export class SerializedBody<T> {
  readonly bytes: Buffer
  readonly etag: string
  /** Milliseconds since 1970: the response expires then, even if its dependencies are unchanged. */
  readonly expiresAt: number
  /** Carries T for the compiler; never set. */
  declare readonly content?: T

  constructor(made: {
    readonly bytes: Buffer
    readonly etag: string
    readonly expiresAt: number
    readonly content?: T
  }) {
    this.bytes = made.bytes
    this.etag = made.etag
    this.expiresAt = made.expiresAt
  }

  /** Serializes a value. */
  static of<T>(value: T, expiresAt: number): SerializedBody<T> {
    const bytes = Buffer.from(JSON.stringify(value))
    return new SerializedBody({ bytes, etag: weakEtag(bytes), expiresAt })
  }
}

/**
 * The audience of a route, among authenticated callers. `granted`: callers whom the cluster grants the rights
 * in `access`, if callers are authorized individually. `known`: every caller, since the response says nothing
 * about the contents of a cluster. `auditors`: callers who may read the audit log.
 */
export type Audience = 'granted' | 'known' | 'auditors'

/**
 * A route as data. S is the type of the services its handler uses (a cluster), A the rights it may name.
 * Validation, OpenAPI, the metrics label, the expected 403s and the route list of the end-to-end tests are
 * derived from it.
 */
export interface Route<S, A extends string = string> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly params: ObjectSchema
  readonly query: ObjectSchema
  readonly body: ObjectSchema | undefined
  readonly access: readonly A[]
  readonly callers: Audience
  /** Whether denied parts are reported within the response: 403 only if everything is denied. */
  readonly partial: boolean
  readonly answer:
    | { kind: 'json'; schema: ObjectSchema }
    | { kind: 'text' }
    | { kind: 'events'; events: readonly DeclaredEvent[] }
  handle(request: Request, services: S): Promise<unknown>
}

type Of<T> = T extends JSONSchema ? FromSchema<T> : undefined

interface Declaration<P, Q, B, S, A, R> {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  access: readonly A[]
  callers: Audience
  handle(request: Request<Of<P>, Of<Q>, Of<B>>, services: S): Promise<R | SerializedBody<R>>
}

const NONE = { type: 'object', additionalProperties: false, properties: {} } as const

/** Declares a route with a JSON response, typed by its schemas. Every query accepts `context`. */
export function defineRoute<
  S,
  const A extends string,
  R extends ObjectSchema,
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
  B extends ObjectSchema | undefined = undefined,
>(declaration: Declaration<P, Q, B, S, A, Of<R>> & { response: R }): Route<S, A> {
  return declare(declaration, { kind: 'json', schema: declaration.response })
}

/** Declares a route that streams plain text; before its handler resolves, an error is still JSON. */
export function defineStream<
  S,
  const A extends string,
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
>(declaration: Declaration<P, Q, undefined, S, A, TextStream>): Route<S, A> {
  return declare(declaration, { kind: 'text' })
}

/**
 * Declares a route that streams server-sent events. Until its handler resolves, an error is still a JSON
 * response. `events` lists every event type.
 */
export function defineEvents<S, const A extends string, Q extends ObjectSchema | undefined = undefined>(
  declaration: Declaration<undefined, Q, undefined, S, A, EventStream> & { events: readonly DeclaredEvent[] },
): Route<S, A> {
  return declare(declaration, { kind: 'events', events: declaration.events }, true)
}

function declare<P, Q, B, S, A extends string, R>(
  declaration: Declaration<P, Q, B, S, A, R>,
  answer: Route<S, A>['answer'],
  partial = false,
): Route<S, A> {
  const query = (declaration.query ?? NONE) as ObjectSchema
  return {
    method: declaration.method,
    path: declaration.path,
    summary: declaration.summary,
    description: declaration.description ?? '',
    params: (declaration.params ?? NONE) as ObjectSchema,
    query: { ...query, properties: { ...query.properties, context } },
    body: declaration.body as ObjectSchema | undefined,
    access: declaration.access,
    callers: declaration.callers,
    partial,
    answer,
    // Validation ensures that the request matches the schemas, so the handler's narrower type is safe.
    handle: (request, services) => declaration.handle(request as Request<Of<P>, Of<Q>, Of<B>>, services),
  }
}
