import { Router, type RequestHandler } from 'express'
import type { Route } from '../api/define-route.ts'
import { MethodNotAllowedError } from '../core/errors.ts'
import { jsonBody } from './middleware/json-body.ts'
import { largeBodies, SMALL_BODY_BYTES } from './middleware/large-bodies.ts'
import { contextOf } from './middleware/request-context.ts'
import { ConcurrencyLimiter } from './response/concurrency-limiter.ts'
import { serveRoute, type RouteOptions } from './serve-route.ts'

/** Far more than one dashboard needs; keeps one caller from taking every place. */
const [LOGS_OF_CALLER, LOGS] = [256, 1024]
const [STREAMS_OF_CALLER, STREAMS] = [1024, 2048]

/** Creates a router for the routes: strict paths, HEAD as GET, OPTIONS, and 405 for other methods. */
export function registerRoutes<S>(routes: readonly Route<S>[], options: RouteOptions<S>): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const limits = {
    text: new ConcurrencyLimiter('open logs', LOGS_OF_CALLER, LOGS),
    events: new ConcurrencyLimiter('event streams', STREAMS_OF_CALLER, STREAMS),
  }
  const large = largeBodies()
  for (const [path, group] of Map.groupBy(routes, (route) => route.path)) {
    const express = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const allow = allowedMethods(group)
    for (const route of group) {
      const serve = serveRoute(route, options, limits)
      const wait = route.bodyLimit > SMALL_BODY_BYTES ? [large] : []
      const body = [nameRoute(route), ...wait, jsonBody(route.bodyLimit), serve]
      if (route.method === 'POST') router.post(express, ...body)
      else if (route.method === 'DELETE') router.delete(express, ...body)
      else router.get(express, unlessHead(route), serve)
    }
    router.all(express, (request, response, next) => {
      contextOf(response).route = path
      if (request.method === 'OPTIONS') response.set('Allow', allow.join(', ')).status(204).end()
      else next(new MethodNotAllowedError(request.method, allow))
    })
  }
  return router
}

function allowedMethods(group: readonly Route<never>[]): string[] {
  const methods = new Set(
    group.flatMap(({ method, response }) =>
      method === 'GET' && response.kind !== 'redirect' ? ['GET', 'HEAD'] : [method],
    ),
  )
  return [...methods, 'OPTIONS']
}

/** Leaves HEAD of a redirect to the 405: its GET has effects, so it has no harmless twin. */
function unlessHead(route: Route<never>): RequestHandler {
  return (request, _response, next) =>
    next(route.response.kind === 'redirect' && request.method === 'HEAD' ? 'route' : undefined)
}

/** Sets the route before the body is read, so that a rejected body is counted under it. */
function nameRoute(route: Route<never>): RequestHandler {
  return (_request, response, next) => {
    contextOf(response).route = route.path
    next()
  }
}
