import type { IncomingMessage, ServerResponse } from 'node:http'
import { PayloadTooLargeError } from '../../core/errors.ts'

/** Error for a body over the limit. */
export function bodyTooLarge(limit: number): PayloadTooLargeError {
  return new PayloadTooLargeError(`the body must not exceed ${limit} bytes`)
}

/**
 * Prepares a request for the parser of its body: throws PayloadTooLargeError if its declared length is over the limit,
 * since the parser would wait for the whole body first, and invites the body if the caller waits for
 * `100 Continue` (RFC 9110 §10.1.1).
 */
export function admitBody(
  { headers, httpVersion }: IncomingMessage,
  response: ServerResponse,
  limit: number,
): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit)
  // Any other expectation was rejected before; HTTP/1.0 has no interim responses.
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue()
}
