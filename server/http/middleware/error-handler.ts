import type { ErrorRequestHandler } from 'express'
import type { AuditLog } from '../../audit/audit-log.ts'
import { problems, type ProblemCode } from '../../api/schemas/problems.ts'
import * as meaning from '../../core/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { sendJson } from '../response/send-response.ts'
import { actorOf, contextOf } from './request-context.ts'

export interface ErrorResponse {
  status: number
  body: { error: string; code: ProblemCode } & Record<string, unknown>
  headers: Record<string, string>
}

type Meaning = abstract new (...parameters: never[]) => Error

/** Code of each API error; `problems` has the status. */
const TABLE: readonly (readonly [Meaning, ProblemCode])[] = [
  [meaning.InvalidRequestError, 'BAD_REQUEST'],
  [meaning.UnauthenticatedError, 'UNAUTHORIZED'],
  [meaning.ForbiddenByClusterError, 'FORBIDDEN'],
  [meaning.ForbiddenByPolicyError, 'FORBIDDEN'],
  [meaning.ForbiddenByHostError, 'FORBIDDEN'],
  [meaning.NotFoundError, 'NOT_FOUND'],
  [meaning.HostObjectNotFoundError, 'NOT_FOUND'],
  [meaning.RouteNotFoundError, 'NOT_FOUND'],
  [meaning.MethodNotAllowedError, 'METHOD_NOT_ALLOWED'],
  [meaning.NotAcceptableError, 'NOT_ACCEPTABLE'],
  [meaning.ConflictError, 'CONFLICT'],
  [meaning.ContinueExpiredError, 'EXPIRED'],
  [meaning.PayloadTooLargeError, 'PAYLOAD_TOO_LARGE'],
  [meaning.UriTooLongError, 'URI_TOO_LONG'],
  [meaning.UnsupportedMediaTypeError, 'UNSUPPORTED_MEDIA_TYPE'],
  [meaning.ExpectationFailedError, 'EXPECTATION_FAILED'],
  [meaning.MisdirectedRequestError, 'MISDIRECTED_REQUEST'],
  [meaning.TooManyRequestsError, 'RATE_LIMITED'],
  [meaning.HeadersTooLargeError, 'HEADERS_TOO_LARGE'],
  [meaning.ClusterError, 'INTERNAL_ERROR'],
  [meaning.HostError, 'INTERNAL_ERROR'],
  [meaning.NotConfiguredError, 'NOT_CONFIGURED'],
  [meaning.UnavailableError, 'UNAVAILABLE'],
]

/** Converts an error to a response; an unexpected one discloses only its request id, found in the log. */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const row = TABLE.find(([type]) => error instanceof type)
  if (row === undefined || !(error instanceof Error)) {
    const details = `unexpected error; see the log of the service for request id ${requestId}`
    return {
      status: 500,
      body: { error: 'internal error', code: 'INTERNAL_ERROR', details },
      headers: {},
    }
  }
  const [, code] = row
  return {
    status: problems[code].status,
    body: { error: error.message, code, ...fieldsOf(error) },
    headers: headersOf(error),
  }
}

function fieldsOf(error: Error): Record<string, unknown> {
  if (error instanceof meaning.InvalidRequestError) return { issues: error.issues }
  if (error instanceof meaning.HostAccountRequiredError)
    return error.connectUrl === undefined ? {} : { connectUrl: error.connectUrl }
  if (error instanceof meaning.ForbiddenByClusterError)
    return { statusCode: 403, missing: error.missing, hint: error.hint }
  if (error instanceof meaning.ForbiddenByPolicyError || error instanceof meaning.ForbiddenByHostError)
    return { statusCode: 403, missing: [], hint: error.hint }
  if (error instanceof meaning.ClusterError || error instanceof meaning.HostError)
    return { details: error.details }
  if (error instanceof meaning.HostObjectNotFoundError) return error.fields
  if (error instanceof meaning.ConflictError)
    return error.reason === undefined ? {} : { reason: error.reason }
  if (error instanceof meaning.NotConfiguredError) return { hint: error.hint }
  if (error instanceof meaning.NotFoundError) {
    const { kind, name, namespace } = error.subject
    return { [kind]: name, ...(namespace === undefined ? {} : { namespace }) }
  }
  return {}
}

function headersOf(error: Error): Record<string, string> {
  if (error instanceof meaning.MethodNotAllowedError) return { allow: error.allow.join(', ') }
  // RFC 9110 §11.6.1 requires a challenge with each 401.
  if (error instanceof meaning.UnauthenticatedError)
    return { 'www-authenticate': 'Bearer realm="cluster-inspector"' }
  if (error instanceof meaning.ConflictError && error.retryAfterSeconds !== undefined)
    return { 'retry-after': String(error.retryAfterSeconds) }
  if (error instanceof meaning.TooManyRequestsError) return { 'retry-after': String(error.retryAfterSeconds) }
  if (error instanceof meaning.UnavailableError)
    return { connection: 'close', 'retry-after': String(error.retryAfterSeconds) }
  return {}
}

/** Statuses of which the response to an unknown caller ends its connection. */
const CLOSING: ReadonlySet<number> = new Set([401, 421, 429])

/** Sends every error response of the API; after the first byte the connection is closed instead. */
export function errorHandler(log: Log, auditLog: Pick<AuditLog, 'recordDenial'>): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { requestId, route, caller } = contextOf(response)
    const answer = toErrorResponse(error, requestId)
    if (answer.status === 500 && !response.destroyed) logFailure(log, error, requestId, route)
    const isDenial = answer.status === 401 || answer.status === 403
    if (isDenial && !(error instanceof meaning.MissingCredentialsError))
      auditLog.recordDenial(actorOf(request, response), {
        method: request.method,
        route,
        result: answer.body.error,
      })
    if (response.headersSent) {
      response.destroy()
      return
    }
    response.set(answer.headers)
    // Whoever is not known keeps no connection that others could use.
    if (CLOSING.has(answer.status) && caller === undefined) response.set('connection', 'close')
    sendJson(response, answer.status, answer.body)
  }
}

function logFailure(log: Log, error: unknown, requestId: string, route: string): void {
  if (error instanceof meaning.ClusterError || error instanceof meaning.HostError) {
    log.warn(error.message, { requestId, route, details: error.details })
    return
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.error('unexpected error', { requestId, route, stack })
}
