import type { ErrorRequestHandler } from 'express'
import type { Trail } from '../audit/trail.ts'
import * as meaning from '../errors.ts'
import type { Log } from './log.ts'
import { sendJson } from './reply.ts'
import { actorOf, stateOf } from './state.ts'

export interface ErrorAnswer {
  status: number
  body: { error: string; code: string } & Record<string, unknown>
  headers: Record<string, string>
}

type Meaning = abstract new (...parameters: never[]) => Error

/** Which status and code each meaning has (api.md §7, filled-in.md §0). */
const TABLE: readonly (readonly [Meaning, number, string])[] = [
  [meaning.InvalidRequest, 400, 'BAD_REQUEST'],
  [meaning.NotAdmitted, 401, 'UNAUTHORIZED'],
  [meaning.Denied, 403, 'FORBIDDEN'],
  [meaning.Refused, 403, 'FORBIDDEN'],
  [meaning.NotFound, 404, 'NOT_FOUND'],
  [meaning.UnknownPath, 404, 'NOT_FOUND'],
  [meaning.MethodNotAllowed, 405, 'METHOD_NOT_ALLOWED'],
  [meaning.Conflict, 409, 'CONFLICT'],
  [meaning.Expired, 410, 'EXPIRED'],
  [meaning.TooLarge, 413, 'PAYLOAD_TOO_LARGE'],
  [meaning.UriTooLong, 414, 'URI_TOO_LONG'],
  [meaning.UnsupportedBody, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [meaning.MisdirectedRequest, 421, 'MISDIRECTED_REQUEST'],
  [meaning.TooMany, 429, 'RATE_LIMITED'],
  [meaning.HeadersTooLarge, 431, 'HEADERS_TOO_LARGE'],
  [meaning.ClusterFailure, 500, 'INTERNAL_ERROR'],
  [meaning.NotConfigured, 501, 'NOT_CONFIGURED'],
  [meaning.Unavailable, 503, 'UNAVAILABLE'],
]

/** The answer to a failure. What is none of ours says nothing of itself: its id finds it in the log. */
export function answerTo(error: unknown, requestId: string): ErrorAnswer {
  const row = TABLE.find(([type]) => error instanceof type)
  if (row === undefined || !(error instanceof Error)) {
    const details = `unexpected failure; the service's log has it under request id ${requestId}`
    return {
      status: 500,
      body: { error: 'the service failed', code: 'INTERNAL_ERROR', details },
      headers: {},
    }
  }
  const [, status, code] = row
  return { status, body: { error: error.message, code, ...fieldsOf(error) }, headers: headersOf(error) }
}

function fieldsOf(error: Error): Record<string, unknown> {
  if (error instanceof meaning.InvalidRequest) return { issues: error.issues }
  if (error instanceof meaning.Denied) return { statusCode: 403, missing: error.missing, hint: error.hint }
  if (error instanceof meaning.Refused) return { statusCode: 403, missing: [], hint: error.hint }
  if (error instanceof meaning.ClusterFailure) return { details: error.details }
  if (error instanceof meaning.NotFound) {
    const { kind, name, namespace } = error.subject
    return { [kind]: name, ...(namespace === undefined ? {} : { namespace }) }
  }
  return {}
}

function headersOf(error: Error): Record<string, string> {
  if (error instanceof meaning.MethodNotAllowed) return { allow: error.allow.join(', ') }
  // RFC 9110 §11.6.1 wants a challenge with each 401.
  if (error instanceof meaning.NotAdmitted) return { 'www-authenticate': 'Bearer realm="cluster-inspector"' }
  if (error instanceof meaning.TooMany) return { 'retry-after': String(error.retryAfterSeconds) }
  if (error instanceof meaning.Unavailable) return { connection: 'close', 'retry-after': '1' }
  return {}
}

/** The one place where a failure becomes an answer. After the first byte only the connection can tell: it is cut. */
export function errorMiddleware(log: Log, trail: Trail): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { requestId, route } = stateOf(response)
    const answer = answerTo(error, requestId)
    if (answer.status === 500 && !response.destroyed) logFailure(log, error, requestId, route)
    if (answer.status === 401 || answer.status === 403)
      trail.denied(actorOf(request, response), { method: request.method, route, result: answer.body.error })
    if (response.headersSent) {
      response.destroy()
      return
    }
    response.set(answer.headers)
    sendJson(response, answer.status, answer.body)
  }
}

function logFailure(log: Log, error: unknown, requestId: string, route: string): void {
  if (error instanceof meaning.ClusterFailure) {
    log.warn(error.message, { requestId, route, details: error.details })
    return
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.error('unexpected failure', { requestId, route, stack })
}
