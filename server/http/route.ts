import type { Readable } from 'node:stream'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import { context } from '../contract/parameters.ts'
import { weakTag } from '../grammar/entity-tag.ts'

/** What of a JSON Schema the declarations rely on: an object with named properties. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JSONSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
}

/** What a handler is given: the validated parts of the request, and the time it came in (milliseconds since 1970). */
export interface Request<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
  now: number
  /** The id of the last event the caller was told, where it comes back to a stream of events. */
  lastEventId?: string
}

/** Plain text as it comes, for as long as it comes. */
export interface TextStream {
  body: Readable
}

/** Whole server-sent events as bytes. What is written to many is made once: the bytes, and the chunk they travel in. */
export class Frames {
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

/** Where server-sent events are written to: one caller's connection. */
export interface EventSink {
  /** Bytes that were written and not taken yet. */
  readonly unsent: number
  /** Grows whenever something was taken. */
  readonly taken: number
  /** Queues frames; nothing after the end. */
  write(frames: Frames): void
  /** Resolves when everything was taken, or the caller has left. */
  drained(): Promise<void>
  /** Ends the answer when everything was taken. */
  end(): void
  /** Cuts the connection. */
  destroy(): void
}

/** Server-sent events, for as long as the caller stays: the signal fires when it has left. */
export interface EventStream {
  start(sink: EventSink, signal: AbortSignal): void
}

/** One name of `event:`, for the documentation and the tests. */
export interface DeclaredEvent {
  readonly event: string
  readonly when: string
  /** Whether it carries an `id:`. */
  readonly id: boolean
  readonly data: object
  readonly example: object
}

/** An answer that is JSON already, with its weak ETag (RFC 9110 §8.8.3); T is what it says. */
export class Encoded<T> {
  readonly bytes: Buffer
  readonly etag: string
  /** Milliseconds since 1970: until then it reads the same, as long as what it was made of does. */
  readonly until: number
  /** Carries T for the compiler; never set. */
  declare readonly says?: T

  constructor(made: {
    readonly bytes: Buffer
    readonly etag: string
    readonly until: number
    readonly says?: T
  }) {
    this.bytes = made.bytes
    this.etag = made.etag
    this.until = made.until
  }

  /** A value as it is answered; `until` as above. */
  static of<T>(value: T, until: number): Encoded<T> {
    const bytes = Buffer.from(JSON.stringify(value))
    return new Encoded({ bytes, etag: weakTag(bytes), until })
  }
}

/**
 * Whom of those who are let in a route answers. `granted`: those to whom the cluster grants what `access` says, where callers
 * are held to their own rights. `known`: all of them, since it tells nothing of what is in a cluster. `auditors`: those who may
 * read the audit trail.
 */
export type Callers = 'granted' | 'known' | 'auditors'

/**
 * A route as data. S is what its handler works on (a cluster), A the rights it may name. From this come validation,
 * OpenAPI, the metrics label, the expected 403s and the inventory of the end-to-end tests.
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
  readonly callers: Callers
  /** True where what is denied is said in the answer and the rest is served: 403 only where nothing is left. */
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
  callers: Callers
  handle(request: Request<Of<P>, Of<Q>, Of<B>>, services: S): Promise<R | Encoded<R>>
}

const NONE = { type: 'object', additionalProperties: false, properties: {} } as const

/** Declares a route that answers JSON; the handler's types follow from the schemas. Every query takes `context`. */
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

/** Declares a route that answers a stream of plain text; until its handler answers, a failure is still JSON. */
export function defineStream<
  S,
  const A extends string,
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
>(declaration: Declaration<P, Q, undefined, S, A, TextStream>): Route<S, A> {
  return declare(declaration, { kind: 'text' })
}

/**
 * Declares a route that answers server-sent events; until its handler answers, a failure is still JSON. `events` are all
 * that may come.
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
    // Validation made the request what the schemas say, so the handler's narrower type holds.
    handle: (request, services) => declaration.handle(request as Request<Of<P>, Of<Q>, Of<B>>, services),
  }
}
