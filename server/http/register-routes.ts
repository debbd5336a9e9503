import { Router, type Request, type RequestHandler, type Response } from 'express'
import { MethodNotAllowedError } from '../core/errors.ts'
import type { RequestActor } from '../audit/audit-log.ts'
import type { AuthenticatorChain } from '../auth/authenticator-chain.ts'
import type { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import { credentialsOf } from './middleware/authenticate.ts'
import type { ResponseCache, ComputedResponse } from './response-cache/response-cache.ts'
import { jsonBody } from './middleware/json-body.ts'
import { startDeadline } from './response/deadline.ts'
import type { OpenResponses } from './server/lifecycle.ts'
import { EVENTS_TYPE, sendEvents } from './response/server-sent-events.ts'
import type { ContentEncodings } from './response/content-encoding.ts'
import type { Dependencies } from './response-cache/dependencies.ts'
import { ConcurrencyLimiter } from './response/concurrency-limiter.ts'
import { sendJson, sendCacheable, sendText } from './response/send-response.ts'
import { SerializedBody, type EventStream, type Route, type TextStream } from '../api/define-route.ts'
import { actorOf, contextOf } from './middleware/request-context.ts'
import { closeWhenRevoked, type SetTimer } from './response/revalidate.ts'
import type { CheckedRequest, Validation } from '../api/validation.ts'
import { parseReadConsistency, type ReadConsistency } from './response/read-consistency.ts'

/** Dependencies of the handler of one request. */
export interface RequestScope<S> {
  services: S
  /** Returns the response headers that describe its reads and writes, once they are known. */
  headers: () => Record<string, string>
  /** Returns the dependencies of the response, once known; undefined if it must not be cached. */
  dependencies: () => Dependencies | undefined
  /** Whether the caller is still authorized, checked while the response stays open. */
  stillAllowed: () => Promise<boolean>
}

export interface RouteOptions<S> {
  /** Creates the services of a request's context; throws InvalidRequest for an unknown one. */
  services: (
    context: string | undefined,
    signal: AbortSignal,
    wishes: ReadConsistency,
    actor: RequestActor,
  ) => RequestScope<S>
  validation: Validation
  /** Whether responses are validated against their schema: in tests and in development. */
  checkResponses: boolean
  requestTimeoutMs: number
  streams: OpenResponses
  forms: ContentEncodings
  answers: ResponseCache
  clock: () => number
  /** Runs a callback once after a delay; the returned function cancels it. */
  after: SetTimer
  authentication: AuthenticatorChain
  permission: AuthorizationPolicy
}

/** Far more than one dashboard needs; keeps one caller from taking every place. */
const [LOGS_OF_CALLER, LOGS] = [256, 1024]
const [STREAMS_OF_CALLER, STREAMS] = [1024, 2048]

const MAX_LISTENERS = 20

/** Intervals at which an open response's token (or session) and rights are checked again. */
const ADMITTED_MS = 30_000
const ALLOWED_MS = 2_000

interface OpenLimits {
  text: ConcurrencyLimiter
  events: ConcurrencyLimiter
}

/** Creates a router for the routes: strict paths, HEAD as GET, OPTIONS, and 405 for other methods. */
export function registerRoutes<S>(routes: readonly Route<S>[], options: RouteOptions<S>): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const limits = {
    text: new ConcurrencyLimiter('open logs', LOGS_OF_CALLER, LOGS),
    events: new ConcurrencyLimiter('event streams', STREAMS_OF_CALLER, STREAMS),
  }
  for (const [path, group] of Map.groupBy(routes, (route) => route.path)) {
    const express = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const allow = allowed(group)
    for (const route of group) {
      if (route.method === 'GET') router.get(express, handler(route, options, limits))
      else router.post(express, nameRoute(route), jsonBody(), handler(route, options, limits))
    }
    router.all(express, (request, response, next) => {
      contextOf(response).route = path
      if (request.method === 'OPTIONS') response.set('Allow', allow.join(', ')).status(204).end()
      else next(new MethodNotAllowedError(request.method, allow))
    })
  }
  return router
}

function allowed(group: readonly Route<never>[]): string[] {
  const methods = new Set(group.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'])))
  return [...methods, 'OPTIONS']
}

/** Sets the route before the body is read, so that a rejected body is counted under it. */
function nameRoute(route: Route<never>): RequestHandler {
  return (_request, response, next) => {
    contextOf(response).route = route.path
    next()
  }
}

function handler<S>(route: Route<S>, options: RouteOptions<S>, limits: OpenLimits): RequestHandler {
  const check = options.validation.request(route)
  const checkAnswer = options.checkResponses ? answerCheck(route, options.validation) : undefined
  return async (request, response) => {
    contextOf(response).route = route.path
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'))
    const params = Object.fromEntries(
      Object.entries(request.params).map(([key, value]) => [key, String(value)]),
    )
    const checked = check({ params, query, body: request.body })
    if (route.callers === 'auditors') options.permission.requireAuditor(contextOf(response).caller)
    const wishes = parseReadConsistency(request)
    const deadline = startDeadline(response, options.requestTimeoutMs)
    const context = typeof checked.query['context'] === 'string' ? checked.query['context'] : undefined
    const {
      services,
      headers,
      dependencies: ground,
      stillAllowed,
    } = options.services(context, deadline.signal, wishes, actorOf(request, response))
    if (route.answer.kind !== 'json' && request.method === 'HEAD') {
      const type = route.answer.kind === 'text' ? 'text/plain; charset=utf-8' : EVENTS_TYPE
      response.set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).end()
      return
    }
    if (route.answer.kind !== 'json') {
      const leave = limits[route.answer.kind].acquire(contextOf(response).caller?.name ?? '')
      const stop = revalidateWhileOpen(request, response, stillAllowed, options)
      // Metrics, access log, limits, revalidation and the piped source all listen for the end of an open
      // response.
      response.setMaxListeners(MAX_LISTENERS)
      response.on('close', () => {
        stop()
        leave()
      })
    }
    const now = options.clock()
    const lastEventId = request.get('last-event-id')
    const answer = await route.handle(
      { ...checked, now, ...(lastEventId === undefined ? {} : { lastEventId }) },
      services,
    )
    if (route.answer.kind === 'events') {
      deadline.clear()
      sendEvents(response, answer as EventStream)
      return
    }
    if (route.answer.kind === 'text') {
      deadline.clear()
      await pipeText(response, answer as TextStream, options.streams)
      return
    }
    checkAnswer?.(answer)
    response.set(headers())
    if (route.method !== 'GET') {
      sendJson(response, 200, answer)
      return
    }
    const encoded = encodedOf(answer, now)
    await sendCacheable(request, response, encoded, options.forms)
    const made = ground()
    if (made === undefined || encoded.expiresAt <= now) return
    const again = replay(route, options, { checked, context, checkAnswer })
    options.answers.store(request, response, {
      route: route.path,
      body: encoded,
      dependencies: made,
      from: now,
      again,
    })
  }
}

/** A response without an expiry is valid only at this moment. */
function encodedOf(answer: unknown, now: number): SerializedBody<unknown> {
  return answer instanceof SerializedBody ? answer : SerializedBody.of(answer, now)
}

/** An aborted signal: every call to the cluster under it fails before anything is sent. */
const NO_UPSTREAM = AbortSignal.abort(new Error('the cluster is not to be asked'))

/** Returns a function that runs a GET's handler again, from caches only; retains no request. */
function replay<S>(
  route: Route<S>,
  { services, clock }: RouteOptions<S>,
  {
    checked,
    context,
    checkAnswer,
  }: {
    checked: CheckedRequest
    context: string | undefined
    checkAnswer: ((answer: unknown) => void) | undefined
  },
): (actor: RequestActor) => Promise<ComputedResponse> {
  return async (actor) => {
    const serving = services(context, NO_UPSTREAM, { bypassCache: false, atLeast: undefined }, actor)
    const from = clock()
    const answer = await route.handle({ ...checked, now: from }, serving.services)
    checkAnswer?.(answer)
    return { body: encodedOf(answer, from), dependencies: serving.dependencies(), from }
  }
}

/** Returns a function that validates a response against its schema, serialized or not. */
function answerCheck<S>(route: Route<S>, validation: Validation): (answer: unknown) => void {
  const check = validation.response(route)
  return (answer) => check(answer instanceof SerializedBody ? JSON.parse(answer.bytes.toString()) : answer)
}

/** Revalidates the caller while a response is open, until the returned function is called. */
function revalidateWhileOpen(
  request: Request,
  response: Response,
  stillAllowed: () => Promise<boolean>,
  {
    authentication,
    permission,
    after,
  }: Pick<RouteOptions<unknown>, 'authentication' | 'permission' | 'after'>,
): () => void {
  const { caller } = contextOf(response)
  const stillIn = async (): Promise<boolean> => {
    const now = caller && (await authentication.revalidate(credentialsOf(request), caller))
    return now !== undefined && permission.mayRead(now)
  }
  const stops = [
    closeWhenRevoked(stillIn, response, { everyMs: ADMITTED_MS, after }),
    closeWhenRevoked(stillAllowed, response, { everyMs: ALLOWED_MS, after }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

async function pipeText(response: Response, stream: TextStream, streams: OpenResponses): Promise<void> {
  const done = streams.add(response)
  try {
    await sendText(response, stream)
  } catch {
    // One side closed its connection, and sendText has closed the other; there is nothing to report.
  } finally {
    done()
  }
}
