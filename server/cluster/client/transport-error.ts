import { ClusterError, DeadlineExceededError, InspectorError } from '../../core/errors.ts'
import { codeOf, detailsOf } from '../../outbound/failure-details.ts'
import type { ApiCall } from './api-call.ts'
import { describe } from './api-error.ts'

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
