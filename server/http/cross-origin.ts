import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import type { Origins } from './origins.ts'
import { stateOf } from './state.ts'

const PREFLIGHT_S = 600

/**
 * Tells browsers that pages of listed origins may read what is answered (CORS, Fetch §3.3), failures too. Never with
 * credentials: such a page shows a bearer token. No cache may take an answer to one origin for that to another.
 */
export function crossOrigin(origins: Origins): RequestHandler {
  const share = cors({
    origin: [...origins.listed],
    methods: ['GET', 'HEAD', 'POST'],
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
    // It is answered once the request was found to be whole, and for this service.
    preflightContinue: true,
  })
  return (request, response, next) => {
    if (!origins.isOpen(request)) {
      next()
      return
    }
    response.vary('Origin')
    // An OPTIONS that is no preflight asks what is allowed, which is answered as to everyone.
    if (origins.admits(request) && (request.method !== 'OPTIONS' || isPreflight(request)))
      share(request, response, next)
    else next()
  }
}

/** Answers the question whether a page may send what it wants to: it comes without a token (Fetch §4.8). */
export function preflight(origins: Origins): RequestHandler {
  return (request, response, next) => {
    if (isPreflight(request) && origins.admits(request)) {
      stateOf(response).route = 'preflight'
      response.status(204).end()
    } else next()
  }
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
