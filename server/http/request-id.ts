import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { setState } from './state.ts'

const SANE = /^[\w.:-]{1,64}$/

/** Gives each request an id, the caller's own where it is a sane one, and answers it as `X-Request-Id`. */
export function requestId(): RequestHandler {
  return (request, response, next) => {
    const id = idOf(request.headers['x-request-id'])
    setState(response, { requestId: id, route: 'unmatched', startedAt: performance.now() })
    response.set('X-Request-Id', id)
    next()
  }
}

/** The id of a request: the one it was given where that is a sane one, else a new one. */
export function idOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID()
}
