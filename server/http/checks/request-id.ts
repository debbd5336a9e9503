import { randomUUID } from 'node:crypto'
import type { RequestCheck } from './request-check.ts'

const VALID_ID = /^[\w.:-]{1,64}$/

/** Assigns each request an id, the caller's own if it is valid, and returns it as `X-Request-Id`. */
export const requestId: RequestCheck = {
  name: 'request id',
  run: ({ headers }, context) => {
    const given = headers['x-request-id']
    const id = typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID()
    context.requestId = id
    context.headers.push('X-Request-Id', id)
  },
}
