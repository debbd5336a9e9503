import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type {
  DeclaredEvent,
  EventStream,
  NegotiatedBody,
  Redirect,
  StatusBody,
  SuccessStatus,
  TextStream,
} from './responses.ts'
import { context } from './schemas/parameters.ts'
import type { ProblemCode } from './schemas/problems.ts'
import type { SerializedBody } from '../core/serialized-body.ts'

/** The part of JSON Schema that declarations use: an object with named properties. */
export interface ObjectSchema {
  /** Name of the schema in the OpenAPI document and in generated clients. Every shape of a body or response needs one. */
  readonly title?: string
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
  /** Id of the last event the caller received, if it resumes a stream. */
  lastEventId?: string
  /** Media type to respond with; only for negotiated routes. */
  mediaType?: string
  /** The Cookie header; only for redirects. */
  cookie?: string
}

/**
 * The audience of a route, among authenticated callers. `cluster-authorized`: callers whom the cluster grants
 * the rights in `access`, if callers are authorized individually. `authenticated`: every caller, since the
 * response says nothing about the contents of a cluster. `auditors`: callers who may read the audit log.
 */
export type Audience = 'cluster-authorized' | 'authenticated' | 'auditors'

export type Method = 'GET' | 'POST' | 'DELETE'

/** Media type of a negotiated response: a text, or server-sent events. */
export interface MediaType {
  readonly type: string
  readonly schema: object
}

/** Shape of a route's successful response. */
export type ResponseShape =
  | {
      readonly kind: 'json'
      readonly schema: ObjectSchema
      readonly statuses: readonly SuccessStatus[]
      readonly example: Example | undefined
    }
  | { readonly kind: 'text' }
  | { readonly kind: 'events'; readonly events: readonly DeclaredEvent[] }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'negotiated'; readonly types: readonly MediaType[] }

/** A response, for the documentation; a function if it takes work that no start should wait for. */
export type Example = object | (() => object)

/**
 * A route as data. S is the part of the request scope its handler uses, A the rights it may name. Validation,
 * OpenAPI, the metrics label, the expected 403s and the route list of the end-to-end tests are derived from it.
 */
export interface Route<S, A extends string = string> {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly description: string
  /** Name of the route in generated clients: `listPods`. */
  readonly operationId: string
  readonly params: ObjectSchema
  readonly query: ObjectSchema
  readonly body: ObjectSchema | undefined
  readonly access: readonly A[]
  readonly audience: Audience
  /** Decides which groups may call the route: some POSTs only compute, and count as reads. */
  readonly action: 'read' | 'write'
  /** Whether the query has `context`, the cluster of the request. */
  readonly contextual: boolean
  /** Whether the body may name the context instead of the query. */
  readonly contextInBody: boolean
  /** Largest accepted body, in bytes. */
  readonly bodyLimit: number
  /** Time limit until the response begins, in milliseconds; undefined: the server's. */
  readonly deadlineMs: number | undefined
  /**
   * Whether the response cache may serve the response: it depends on nothing but the path, the query, the rights of
   * the caller and the state of caches.
   */
  readonly cacheable: boolean
  /** `refuse`: pages of other sites may not even send the request, since it costs or discloses something. */
  readonly crossSite: 'allow' | 'refuse'
  /** Whether denied parts are reported within the response: 403 only if everything is denied. */
  readonly partial: boolean
  /** Errors of the route besides those that follow from the rest of its declaration. */
  readonly problems: readonly ProblemCode[]
  readonly response: ResponseShape
  handle(request: Request, scope: S): Promise<unknown>
}

type Of<T> = T extends JSONSchema ? FromSchema<T> : undefined

interface Declaration<P, Q, B, S, A, R> {
  method: Method
  path: `/api/${string}`
  /** Begins with a verb: "List Pods". */
  summary: string
  description?: string
  /** Begins with a verb: `listPods`. */
  operationId: string
  params?: P
  query?: Q
  body?: B
  access: readonly A[]
  audience: Audience
  /** Default: `read` for GET, else `write`. */
  action?: 'read' | 'write'
  /** `false` for a route that reaches no cluster; a parameter `context` is then one of its own. Default: true. */
  contextual?: boolean
  /** Default: false. */
  contextInBody?: boolean
  /** Default: 64 KiB. */
  bodyLimit?: number
  /** Default: the server's request timeout. */
  deadlineMs?: number
  /** Default: false. */
  cacheable?: boolean
  /** Default: `allow`. */
  crossSite?: 'allow' | 'refuse'
  /** Default: false. */
  partial?: boolean
  /** Default: none besides those that follow from the rest of the declaration. */
  problems?: readonly ProblemCode[]
  handle(request: Request<Of<P>, Of<Q>, Of<B>>, scope: S): Promise<R>
}

/** Possible results of the handler of a JSON route. */
type Json<T> = T | SerializedBody<T> | StatusBody<T>

/** 64 KiB: few routes accept more than a few names. */
const BODY_LIMIT = 65_536
const NONE = { type: 'object', additionalProperties: false, properties: {} } as const

/** Declares a route with a JSON response, typed by its schemas. Every query accepts `context`, unless the route reaches no cluster. */
export function defineRoute<
  S,
  const A extends string,
  R extends ObjectSchema,
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
  B extends ObjectSchema | undefined = undefined,
>(
  declaration: Declaration<P, Q, B, S, A, Json<Of<R>>> & {
    response: R
    statuses?: readonly SuccessStatus[]
    example?: Example
  },
): Route<S, A> {
  const { response: schema, statuses = [200], example } = declaration
  return declare(declaration, { kind: 'json', schema, statuses, example })
}

/** Declares a route that streams plain text; before its handler resolves, an error is still JSON. */
export function defineTextStream<
  S,
  const A extends string,
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
>(declaration: Declaration<P, Q, undefined, S, A, TextStream>): Route<S, A> {
  return declare(declaration, { kind: 'text' })
}

/** Values that validation has matched with a schema. */
export type Validated = Readonly<Record<string, unknown>>

interface GeneratedDeclaration<S, A> extends Omit<
  Declaration<undefined, undefined, undefined, S, A, unknown>,
  'params' | 'query' | 'body' | 'handle'
> {
  params?: ObjectSchema
  query?: ObjectSchema
  body?: ObjectSchema
  response: ObjectSchema
  example?: Example
  handle(request: Request<Validated, Validated, Validated>, scope: S): Promise<unknown>
}

/** Declares a JSON route whose schemas are known only at run time. */
export function defineGeneratedRoute<S, const A extends string>(
  declaration: GeneratedDeclaration<S, A>,
): Route<S, A> {
  const { response: schema, example } = declaration
  return declare(declaration, { kind: 'json', schema, statuses: [200], example })
}

/**
 * Declares a route that streams server-sent events. Until its handler resolves, an error is still a JSON
 * response. `events` lists every event type.
 */
export function defineEventStream<S, const A extends string, Q extends ObjectSchema | undefined = undefined>(
  declaration: Declaration<undefined, Q, undefined, S, A, EventStream> & { events: readonly DeclaredEvent[] },
): Route<S, A> {
  return declare(declaration, { kind: 'events', events: declaration.events })
}

/** Declares a GET that sends the browser to another page with a 303. HEAD is a 405: the GET has effects. */
export function defineRedirect<
  S,
  const A extends string,
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
>(declaration: Declaration<P, Q, undefined, S, A, Redirect>): Route<S, A> {
  return declare(declaration, { kind: 'redirect' })
}

/** Declares a route that responds in one of several media types, by the Accept header (RFC 9110 §12.5.1). */
export function defineNegotiated<
  S,
  const A extends string,
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
  B extends ObjectSchema | undefined = undefined,
>(declaration: Declaration<P, Q, B, S, A, NegotiatedBody> & { types: readonly MediaType[] }): Route<S, A> {
  return declare(declaration, { kind: 'negotiated', types: declaration.types })
}

/** A declaration of any kind of route, whatever the type of its request. */
type AnyDeclaration<S, A> = Omit<
  Declaration<undefined, undefined, undefined, S, A, unknown>,
  'params' | 'query' | 'body' | 'handle'
> & {
  params?: unknown
  query?: unknown
  body?: unknown
  handle(request: Request<never, never, never>, scope: S): Promise<unknown>
}

function declare<S, A extends string>(
  declaration: AnyDeclaration<S, A>,
  response: ResponseShape,
): Route<S, A> {
  const query = (declaration.query ?? NONE) as ObjectSchema
  const { method, cacheable = false, contextual = true } = declaration
  if (cacheable && (method !== 'GET' || response.kind !== 'json'))
    throw new TypeError(`${method} ${declaration.path}: only a GET with a JSON response can be cacheable`)
  return {
    method,
    path: declaration.path,
    summary: declaration.summary,
    description: declaration.description ?? '',
    operationId: declaration.operationId,
    params: (declaration.params ?? NONE) as ObjectSchema,
    query: contextual ? { ...query, properties: { ...query.properties, context } } : query,
    body: declaration.body as ObjectSchema | undefined,
    access: declaration.access,
    audience: declaration.audience,
    action: declaration.action ?? (method === 'GET' ? 'read' : 'write'),
    contextual,
    contextInBody: declaration.contextInBody ?? false,
    bodyLimit: declaration.bodyLimit ?? BODY_LIMIT,
    deadlineMs: declaration.deadlineMs,
    cacheable,
    crossSite: declaration.crossSite ?? 'allow',
    partial: declaration.partial ?? false,
    problems: declaration.problems ?? [],
    response,
    // Validation ensures that the request matches the schemas, so the handler's narrower type is safe.
    handle: (request, scope) => declaration.handle(request as Request<never, never, never>, scope),
  }
}
