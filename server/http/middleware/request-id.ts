import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { setContext } from './request-context.ts'

const VALID_ID = /^[\w.:-]{1,64}$/

/** Assigns each request an id, the caller's own if it is valid, and returns it as `X-Request-Id`. */
export function requestId(): RequestHandler {
  return (request, response, next) => {
    const id = idOf(request.headers['x-request-id'])
    setContext(response, { requestId: id, route: 'unmatched', startedAt: performance.now() })
    response.set('X-Request-Id', id)
    next()
  }
}

/** Returns the caller's request id if it is valid, else a new one. */
export function idOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID()
}
