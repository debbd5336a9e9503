import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { setState } from './state.ts'

const SANE = /^[\w.:-]{1,64}$/

/** Gives each request an id, the caller's own where it is a sane one, and answers it as `X-Request-Id`. */
export function requestId(): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id')
    const id = given !== undefined && SANE.test(given) ? given : randomUUID()
    setState(response, { requestId: id, route: 'unmatched', startedAt: performance.now() })
    response.set('X-Request-Id', id)
    next()
  }
}
