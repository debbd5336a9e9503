import type { Request, RequestHandler, Response } from 'express'
import Negotiator from 'negotiator'
import type { Request as RouteRequest, Route } from '../api/define-route.ts'
import {
  StatusBody,
  type EventStream,
  type NegotiatedBody,
  type Redirect,
  type TextStream,
} from '../api/responses.ts'
import { contextNameOf, type Validation } from '../api/validation.ts'
import type { RequestActor } from '../audit/audit-entry.ts'
import type { AuthenticatorChain } from '../auth/authenticator-chain.ts'
import type { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import { background } from '../core/background.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { ForbiddenByPolicyError, NotAcceptableError } from '../core/errors.ts'
import type { ReadConsistency } from '../core/read-consistency.ts'
import { SerializedBody } from '../core/serialized-body.ts'
import { credentialsOf } from './middleware/authenticate.ts'
import { actorOf, contextOf } from './middleware/request-context.ts'
import type { BodiesInFlight } from './response/bodies-in-flight.ts'
import { responseKey, type ResponseCache } from './response/response-cache.ts'
import type { ConcurrencyLimiter } from './response/concurrency-limiter.ts'
import type { ContentEncodings } from './response/representation.ts'
import { startDeadline, type Deadline } from './response/deadline.ts'
import { parseReadConsistency } from './response/parse-read-consistency.ts'
import { closeWhenRevoked, type SetTimer } from './response/revalidate.ts'
import { sendCacheable, sendJson, sendRedirect, sendText } from './response/send-response.ts'
import { sendEvents } from './response/server-sent-events.ts'
import type { OpenResponses } from './server/lifecycle.ts'

/** The scope of one request, with the headers and the dependencies of its response once the handler has run. */
export interface ScopedRequest<S> {
  readonly scope: S
  /** Returns the response headers that describe the reads and writes of the request. */
  headers(): Record<string, string>
  /** Returns the dependencies of the response; undefined if it must not be cached. */
  dependencies(): Dependencies | undefined
  /**
   * Whether the caller is still authorized, checked while the response stays open; undefined if only the service's
   * rights count, which are checked with each read.
   */
  readonly stillAllowed: (() => Promise<boolean>) | undefined
}

export interface RouteOptions<S> {
  /** Creates the scope of a request; throws InvalidRequestError for an unknown context. */
  readonly scopeOf: (
    context: string | undefined,
    signal: AbortSignal,
    consistency: ReadConsistency,
    actor: RequestActor,
  ) => ScopedRequest<S>
  readonly validation: Validation
  /** Whether responses are validated against their schema: in tests and in development. */
  readonly checkResponses: boolean
  readonly requestTimeoutMs: number
  readonly openResponses: OpenResponses
  readonly encodings: ContentEncodings
  readonly bodies: BodiesInFlight
  readonly responseCache: ResponseCache
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Runs a callback once after a delay; the returned function cancels it. */
  readonly after: SetTimer
  readonly authentication: AuthenticatorChain
  readonly permission: AuthorizationPolicy
}

/** Limits of responses that stay open, by the kind of response. */
export interface OpenLimits {
  readonly text: ConcurrencyLimiter
  readonly events: ConcurrencyLimiter
}

/** A validated request with its scope and deadline. */
interface Prepared<S> {
  readonly input: RouteRequest
  readonly scoped: ScopedRequest<S>
  readonly deadline: Deadline
}

type Prepare<S> = (request: Request, response: Response) => Prepared<S>

const MAX_LISTENERS = 20
/** Interval at which the caller of an open response is authenticated again. */
const REAUTHENTICATE_MS = 30_000
/** Interval at which its rights are checked again: reviews are valid for 8 s, so a revocation takes effect within 10 s. */
const REAUTHORIZE_MS = 1_000

/** Returns the Express handler of a route, by the shape of its response. */
export function serveRoute<S>(route: Route<S>, options: RouteOptions<S>, limits: OpenLimits): RequestHandler {
  const prepare = preparation(route, options)
  switch (route.response.kind) {
    case 'text':
    case 'events':
      return serveOpen(route, route.response.kind, prepare, options, limits)
    case 'redirect':
      return async (request, response) => {
        const { input, scoped, deadline } = prepare(request, response)
        const { cookie } = request.headers
        const redirected = { ...input, ...(cookie === undefined ? {} : { cookie }) }
        const redirect = await deadline.limit(route.handle(redirected, scoped.scope))
        sendRedirect(response, redirect as Redirect)
      }
    case 'negotiated':
      return serveNegotiated(route, prepare, options, limits)
    case 'json':
      return serveJson(route, prepare, options)
  }
}

/** Returns a function that validates a request, applies the policy and builds the scope. */
function preparation<S>(route: Route<S>, options: RouteOptions<S>): Prepare<S> {
  const check = options.validation.request(route)
  return (request, response) => {
    const state = contextOf(response)
    state.route = route.path
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'))
    const params = Object.fromEntries(
      Object.entries(request.params).map(([key, value]) => [key, String(value)]),
    )
    const checked = check({ params, query, body: request.body })
    if (route.crossSite === 'refuse') refuseCrossSite(request)
    if (state.caller !== undefined) options.permission.require(state.caller, route.action)
    if (route.audience === 'auditors') options.permission.requireAuditor(state.caller)
    if (route.method === 'GET') options.bodies.admit(response)
    const consistency = parseReadConsistency(request.headers, route.action)
    const deadline = startDeadline(response, route.deadlineMs ?? options.requestTimeoutMs)
    const context = contextNameOf(route, checked)
    const scoped = options.scopeOf(context, deadline.signal, consistency, actorOf(request, response))
    const lastEventId = request.get('last-event-id')
    const input = {
      ...checked,
      now: options.clock(),
      ...(lastEventId === undefined ? {} : { lastEventId }),
    }
    return { input, scoped, deadline }
  }
}

function refuseCrossSite({ headers }: Request): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new ForbiddenByPolicyError(
      'cross-site requests to this route are not allowed',
      'call it from a program, or from a page that this service serves',
    )
}

/**
 * Serves JSON. A GET response has an ETag, and is stored in the response cache if the route is cacheable. One that discloses
 * something is not stored, neither here nor by the client.
 */
function serveJson<S>(route: Route<S>, prepare: Prepare<S>, options: RouteOptions<S>): RequestHandler {
  const checkBody = options.checkResponses ? bodyCheck(route, options.validation) : undefined
  return async (request, response) => {
    const { input, scoped, deadline } = prepare(request, response)
    const result = await deadline.limit(route.handle(input, scoped.scope))
    const [status, body] = result instanceof StatusBody ? [result.status, result.body] : [200, result]
    checkBody?.(body)
    response.set(scoped.headers())
    if (route.method !== 'GET' || route.crossSite === 'refuse') {
      sendJson(response, status, body)
      return
    }
    // A body that is not serialized has no known expiry: it is valid at this moment only.
    const serialized = SerializedBody.is(body) ? body : SerializedBody.of(body, input.now)
    response.vary('Accept-Encoding')
    const vary = String(response.getHeader('vary'))
    await sendCacheable(response, serialized, options)
    const dependencies = route.cacheable ? scoped.dependencies() : undefined
    if (dependencies !== undefined)
      options.responseCache.store(request, responseKey(route.path, input), {
        route: route.path,
        body: serialized,
        dependencies,
        computedAt: input.now,
        vary,
      })
  }
}

/**
 * Serves a response that stays open, counted against the caller's limit and revalidated until it closes. HEAD is
 * served like GET, so that its status is the same, but ends after the headers.
 */
function serveOpen<S>(
  route: Route<S>,
  kind: keyof OpenLimits,
  prepare: Prepare<S>,
  options: RouteOptions<S>,
  limits: OpenLimits,
): RequestHandler {
  return async (request, response) => {
    const { input, scoped, deadline } = prepare(request, response)
    const open: OpenChecks = {
      stillAllowed: scoped.stillAllowed,
      // A placeholder until the handler has returned the stream: it selects the short interval.
      recheck: kind === 'events' ? async () => undefined : undefined,
    }
    keepOpen(request, response, open, options, limits[kind])
    const result = await route.handle(input, scoped.scope)
    deadline.clear()
    if (kind === 'events') {
      const stream = result as EventStream
      open.recheck = async () => stream.recheck?.()
      sendEvents(response, stream, options.bodies)
    } else await pipeText(response, result as TextStream, options.openResponses)
  }
}

/** Serves the media type that the caller prefers: a text, or server-sent events. */
function serveNegotiated<S>(
  route: Route<S>,
  prepare: Prepare<S>,
  options: RouteOptions<S>,
  limits: OpenLimits,
): RequestHandler {
  const types = route.response.kind === 'negotiated' ? route.response.types.map(({ type }) => type) : []
  return async (request, response) => {
    const { input, scoped, deadline } = prepare(request, response)
    response.vary('Accept')
    const mediaType = new Negotiator({ headers: { accept: request.headers.accept ?? '*/*' } }).mediaType(
      types,
    )
    if (mediaType === undefined) throw new NotAcceptableError(types)
    const result = (await deadline.limit(
      route.handle({ ...input, mediaType }, scoped.scope),
    )) as NegotiatedBody
    response.set(scoped.headers())
    if ('start' in result) {
      const open = { stillAllowed: scoped.stillAllowed, recheck: async () => result.recheck?.() }
      keepOpen(request, response, open, options, limits.events)
      deadline.clear()
      sendEvents(response, result, options.bodies)
      return
    }
    const bytes = Buffer.from(result.text)
    response.set({
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Cache-Control': 'no-store',
      'Content-Length': String(bytes.length),
    })
    response.end(bytes)
  }
}

/** Returns a function that validates a response against its schema, serialized or not. */
function bodyCheck<S>(route: Route<S>, validation: Validation): (body: unknown) => void {
  const check = validation.response(route)
  return (body) => check(SerializedBody.is(body) ? JSON.parse(body.bytes.toString()) : body)
}

/** The authorization checks of an open response. */
interface OpenChecks {
  readonly stillAllowed: ScopedRequest<unknown>['stillAllowed']
  /** Repeats the access reviews of a stream, and ends the kinds that are denied now; undefined for other responses. */
  recheck: (() => Promise<void>) | undefined
}

/**
 * Counts an open response against the caller's limit, and revalidates the caller's credentials and rights until it closes.
 * One timer does both; its interval is long if there are no rights to check.
 */
function keepOpen(
  request: Request,
  response: Response,
  open: OpenChecks,
  {
    authentication,
    permission,
    after,
  }: Pick<RouteOptions<unknown>, 'authentication' | 'permission' | 'after'>,
  limit: ConcurrencyLimiter,
): void {
  const { caller } = contextOf(response)
  const release = limit.acquire(caller?.name ?? '')
  const stillAuthenticated = async (): Promise<boolean> => {
    const now = caller && (await authentication.revalidate(credentialsOf(request), caller))
    return now !== undefined && permission.mayRead(now)
  }
  const everyMs =
    open.stillAllowed === undefined && open.recheck === undefined ? REAUTHENTICATE_MS : REAUTHORIZE_MS
  let waitedMs = 0
  const mayStayOpen = async (): Promise<boolean> => {
    waitedMs += everyMs
    if (waitedMs >= REAUTHENTICATE_MS) {
      waitedMs = 0
      if (!(await stillAuthenticated())) return false
    }
    if (open.stillAllowed !== undefined && !(await open.stillAllowed())) return false
    await open.recheck?.()
    return true
  }
  const stop = closeWhenRevoked(mayStayOpen, response, { everyMs, after })
  // Metrics, access log, limits, revalidation and the piped source all listen for the end of an open response.
  response.setMaxListeners(MAX_LISTENERS)
  response.on('close', () => {
    background('the end of an open response', stop)
    background('the end of an open response', release)
  })
}

async function pipeText(response: Response, stream: TextStream, open: OpenResponses): Promise<void> {
  const remove = open.add(response)
  try {
    await sendText(response, stream)
  } catch {
    // One side closed its connection, and sendText has closed the other, so the caller sees that the text is incomplete.
  } finally {
    remove()
  }
}
