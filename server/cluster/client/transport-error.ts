import { ClusterError, DeadlineExceededError, InspectorError } from '../../core/errors.ts'
import { sanitize } from '../../core/formats/sanitize.ts'
import type { ApiCall } from './api-call.ts'
import { describe } from './api-error.ts'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'no response within 10 s (time-out)',
  UND_ERR_BODY_TIMEOUT: 'the response stalled for 10 s (time-out)',
  UND_ERR_SOCKET: 'the server closed the connection',
  UND_ERR_HEADERS_OVERFLOW: 'the response is not from an API server: its headers are too large',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the server closed the connection',
}

/** Matches the addresses in undici's message of a connect time-out. */
const TRIED = /\(attempted address(?:es)?: (.+), timeout: /

/** OpenSSL codes for a certificate that no trusted CA has signed. Source: X509_STORE_CTX_get_error(3). */
const UNTRUSTED = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
])

/**
 * Returns the error for a call without a response. Its text is safe for callers: short, without tokens,
 * headers or stacks.
 */
export function unreachable(error: unknown, call: ApiCall): ClusterError {
  return new ClusterError(`could not ${describe(call)}`, detailsOf(error), {
    cause: error,
  })
}

/** Returns an error of the API for a failed call: the error itself, unless it says nothing about the call. */
export function failureOf(error: unknown, call: ApiCall): InspectorError {
  return error instanceof InspectorError && !(error instanceof DeadlineExceededError)
    ? error
    : unreachable(error, call)
}

/** Returns the metric label of a failure, from a bounded set. */
export function failureCode(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError') return 'timeout'
  if (name === 'AbortError') return 'aborted'
  const code = codeOf(error)
  if (code.endsWith('_TIMEOUT')) return 'timeout'
  return code === '' ? 'error' : 'unreachable'
}

/** Whether the server's certificate was not trusted, so that nothing was sent to it. */
export function isUntrusted(error: unknown): boolean {
  return UNTRUSTED.has(codeOf(error))
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

/** Describes a failure in a text that is safe for callers. */
export function detailsOf(error: unknown): string {
  if (error instanceof ClusterError) return error.details
  if (!(error instanceof Error)) return 'unknown failure'
  if (error.name === 'TimeoutError')
    return 'no complete response before the deadline of the request (time-out)'
  if (error instanceof AggregateError && error.errors.length > 0) return detailsOf(error.errors[0])
  if (codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT') {
    const [, tried] = TRIED.exec(error.message) ?? []
    return `no connection${tried === undefined ? '' : ` to ${sanitize(tried, 200)}`} within 3 s (time-out)`
  }
  const description = DESCRIPTIONS[codeOf(error)]
  if (description !== undefined) return description
  // Node's messages about DNS, connect and TLS contain a code and an address, never a credential.
  const message = error.message === '' ? codeOf(error) : error.message
  return sanitize(message === '' ? error.name : message, 300)
}
