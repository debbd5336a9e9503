import { Router, type Request, type RequestHandler, type Response } from 'express'
import { MethodNotAllowed } from '../errors.ts'
import type { Actor } from '../audit/trail.ts'
import type { Authentication } from '../auth/authentication.ts'
import type { Permission } from '../auth/permission.ts'
import { credentialsOf } from './admission.ts'
import type { Answers, MadeAnswer } from './answers.ts'
import { jsonBody } from './body.ts'
import { startDeadline } from './deadline.ts'
import type { OpenStreams } from './drain.ts'
import { EVENTS_TYPE, sendEvents } from './events.ts'
import type { Forms } from './forms.ts'
import type { Ground } from './ground.ts'
import { OpenLimit } from './open-limit.ts'
import { sendJson, sendRead, sendText } from './reply.ts'
import { Encoded, type EventStream, type Route, type TextStream } from './route.ts'
import { actorOf, stateOf } from './state.ts'
import { cutUnless, type After } from './stay.ts'
import type { CheckedRequest, Validation } from './validation.ts'
import { readWishes, type ReadWishes } from './wishes.ts'

/** What a request is served with. */
export interface Serving<S> {
  services: S
  /** What the answer says of how it was served, asked for when that is known. */
  headers: () => Record<string, string>
  /** What the answer was made of, asked for when that is known; undefined where it is not to be given again. */
  ground: () => Ground | undefined
  /** Whether the caller may still do what the answer took, asked while it stays open. */
  stillAllowed: () => Promise<boolean>
}

export interface MountOptions<S> {
  /** What the handlers of a request work on, for the `context` it names; throws InvalidRequest for an unknown one. */
  services: (context: string | undefined, signal: AbortSignal, wishes: ReadWishes, actor: Actor) => Serving<S>
  validation: Validation
  /** Whether answers are held against their schema: in tests and in development. */
  checkResponses: boolean
  requestTimeoutMs: number
  streams: OpenStreams
  forms: Forms
  answers: Answers
  clock: () => number
  /** Runs something once after so many milliseconds, unless what is returned is called before. */
  after: After
  authentication: Authentication
  permission: Permission
}

/** Far above what one dashboard needs, so that one caller cannot take what is there for all. */
const [LOGS_OF_CALLER, LOGS] = [256, 1024]
const [STREAMS_OF_CALLER, STREAMS] = [1024, 2048]

const MAX_LISTENERS = 20

/** An open answer is held to who its caller is (a token is reviewed anew), and to what the cluster lets them do. */
const ADMITTED_MS = 30_000
const ALLOWED_MS = 2_000

interface OpenLimits {
  text: OpenLimit
  events: OpenLimit
}

/** A router for the declared routes: strict paths, HEAD as GET, OPTIONS, and 405 for every other method. */
export function mount<S>(routes: readonly Route<S>[], options: MountOptions<S>): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const limits = {
    text: new OpenLimit('open logs', LOGS_OF_CALLER, LOGS),
    events: new OpenLimit('event streams', STREAMS_OF_CALLER, STREAMS),
  }
  for (const [path, group] of Map.groupBy(routes, (route) => route.path)) {
    const express = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const allow = allowed(group)
    for (const route of group) {
      if (route.method === 'GET') router.get(express, handler(route, options, limits))
      else router.post(express, template(route), jsonBody(), handler(route, options, limits))
    }
    router.all(express, (request, response, next) => {
      stateOf(response).route = path
      if (request.method === 'OPTIONS') response.set('Allow', allow.join(', ')).status(204).end()
      else next(new MethodNotAllowed(request.method, allow))
    })
  }
  return router
}

function allowed(group: readonly Route<never>[]): string[] {
  const methods = new Set(group.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'])))
  return [...methods, 'OPTIONS']
}

/** Names the route before its body is read, so that a refused body is counted under it. */
function template(route: Route<never>): RequestHandler {
  return (_request, response, next) => {
    stateOf(response).route = route.path
    next()
  }
}

function handler<S>(route: Route<S>, options: MountOptions<S>, limits: OpenLimits): RequestHandler {
  const check = options.validation.request(route)
  const checkAnswer = options.checkResponses ? answerCheck(route, options.validation) : undefined
  return async (request, response) => {
    stateOf(response).route = route.path
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'))
    const params = Object.fromEntries(
      Object.entries(request.params).map(([key, value]) => [key, String(value)]),
    )
    const checked = check({ params, query, body: request.body })
    if (route.callers === 'auditors') options.permission.checkAudit(stateOf(response).caller)
    const wishes = readWishes(request)
    const deadline = startDeadline(response, options.requestTimeoutMs)
    const context = typeof checked.query['context'] === 'string' ? checked.query['context'] : undefined
    const { services, headers, ground, stillAllowed } = options.services(
      context,
      deadline.signal,
      wishes,
      actorOf(request, response),
    )
    if (route.answer.kind !== 'json' && request.method === 'HEAD') {
      const type = route.answer.kind === 'text' ? 'text/plain; charset=utf-8' : EVENTS_TYPE
      response.set({ 'Content-Type': type, 'Cache-Control': 'no-store' }).end()
      return
    }
    if (route.answer.kind !== 'json') {
      const leave = limits[route.answer.kind].take(stateOf(response).caller?.name ?? '')
      const stop = holdOpen(request, response, stillAllowed, options)
      // Those who count, log, limit and look after an open answer, and what it is piped from, all wait for its end.
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
      deadline.lift()
      sendEvents(response, answer as EventStream)
      return
    }
    if (route.answer.kind === 'text') {
      deadline.lift()
      await follow(response, answer as TextStream, options.streams)
      return
    }
    checkAnswer?.(answer)
    response.set(headers())
    if (route.method !== 'GET') {
      sendJson(response, 200, answer)
      return
    }
    const encoded = encodedOf(answer, now)
    await sendRead(request, response, encoded, options.forms)
    const made = ground()
    if (made === undefined || encoded.until <= now) return
    const again = handlesAgain(route, options, { checked, context, checkAnswer })
    options.answers.keep(request, response, { route: route.path, encoded, ground: made, from: now, again })
  }
}

/** What says nothing of how long it reads the same is read at this moment alone. */
function encodedOf(answer: unknown, now: number): Encoded<unknown> {
  return answer instanceof Encoded ? answer : Encoded.of(answer, now)
}

/** Ended before it began: what would ask the cluster under it fails, and nothing is sent. */
const NOBODY_ASKED = AbortSignal.abort(new Error('the cluster is not to be asked'))

/** Has a plain read handled again, from what is held alone. It holds on to nothing of the request that was answered first. */
function handlesAgain<S>(
  route: Route<S>,
  { services, clock }: MountOptions<S>,
  {
    checked,
    context,
    checkAnswer,
  }: {
    checked: CheckedRequest
    context: string | undefined
    checkAnswer: ((answer: unknown) => void) | undefined
  },
): (actor: Actor) => Promise<MadeAnswer> {
  return async (actor) => {
    const serving = services(context, NOBODY_ASKED, { fresh: false, minimum: undefined }, actor)
    const from = clock()
    const answer = await route.handle({ ...checked, now: from }, serving.services)
    checkAnswer?.(answer)
    return { encoded: encodedOf(answer, from), ground: serving.ground(), from }
  }
}

/** Holds an answer against its schema, encoded or not. */
function answerCheck<S>(route: Route<S>, validation: Validation): (answer: unknown) => void {
  const check = validation.response(route)
  return (answer) => check(answer instanceof Encoded ? JSON.parse(answer.bytes.toString()) : answer)
}

/** Holds an answer that stays open to who its caller is, and to what they may, until what is returned is called. */
function holdOpen(
  request: Request,
  response: Response,
  stillAllowed: () => Promise<boolean>,
  {
    authentication,
    permission,
    after,
  }: Pick<MountOptions<unknown>, 'authentication' | 'permission' | 'after'>,
): () => void {
  const { caller } = stateOf(response)
  const stillIn = async (): Promise<boolean> => {
    const now = caller && (await authentication.stillAdmits(credentialsOf(request), caller))
    return now !== undefined && permission.mayRead(now)
  }
  const stops = [
    cutUnless(stillIn, response, { everyMs: ADMITTED_MS, after }),
    cutUnless(stillAllowed, response, { everyMs: ALLOWED_MS, after }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

async function follow(response: Response, stream: TextStream, streams: OpenStreams): Promise<void> {
  const done = streams.add(response)
  try {
    await sendText(response, stream)
  } catch {
    // The other side broke or left: sendText has cut both connections, which is all there is to tell.
  } finally {
    done()
  }
}
