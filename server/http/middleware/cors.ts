import createCors from 'cors'
import type { Request, RequestHandler } from 'express'
import type { AllowedOrigins } from './allowed-origins.ts'
import { contextOf } from './request-context.ts'

const PREFLIGHT_S = 600

/**
 * CORS for listed origins (Fetch §3.3), error responses included. Credentials are never allowed: such a page
 * sends a bearer token. `Vary: Origin` keeps caches from mixing the responses to different origins.
 */
export function cors(origins: AllowedOrigins): RequestHandler {
  const share = createCors({
    origin: [...origins.listed],
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'cache-control',
      'if-none-match',
      'last-event-id',
      'x-request-id',
      'x-resource-version',
    ],
    exposedHeaders: [
      'etag',
      'x-cache',
      'x-cache-age-ms',
      'x-request-id',
      'x-resource-version',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'www-authenticate',
    ],
    maxAge: PREFLIGHT_S,
    // Preflights are answered after the request has passed the request limits and the Host check.
    preflightContinue: true,
  })
  return (request, response, next) => {
    if (!origins.isOpen(request)) {
      next()
      return
    }
    response.vary('Origin')
    // An OPTIONS request that is no preflight asks for the allowed methods, and gets the same response as for
    // every caller.
    if (origins.allows(request) && (request.method !== 'OPTIONS' || isPreflight(request)))
      share(request, response, next)
    else next()
  }
}

/** Responds to preflight requests, which carry no token (Fetch §4.8). */
export function preflight(origins: AllowedOrigins): RequestHandler {
  return (request, response, next) => {
    if (isPreflight(request) && origins.allows(request)) {
      contextOf(response).route = 'preflight'
      response.status(204).end()
    } else next()
  }
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
