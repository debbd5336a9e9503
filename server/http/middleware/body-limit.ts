import type { Request, RequestHandler, Response } from 'express'
import { PayloadTooLargeError } from '../../core/errors.ts'

/** Error for a body over the limit. */
function bodyTooLarge(limit: number): PayloadTooLargeError {
  return new PayloadTooLargeError(`the body must not exceed ${limit} bytes`)
}

/**
 * Reads a body with a parser, and calls `done` with PayloadTooLargeError as soon as the body is over the limit, by its
 * declared length or by what has arrived: the parser would wait for all of it first. A body that a caller
 * announces with `Expect: 100-continue` is invited (RFC 9110 §10.1.1).
 */
export function readBody(
  parse: RequestHandler,
  request: Request,
  response: Response,
  { limit, done }: { limit: number; done: (error?: unknown) => void },
): void {
  const { headers, httpVersion } = request
  if (Number(headers['content-length'] ?? 0) > limit) {
    done(bodyTooLarge(limit))
    return
  }
  // Any other expectation was rejected before; HTTP/1.0 has no interim responses.
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue()
  let received = 0
  const count = (chunk: Buffer): void => {
    received += chunk.length
    if (received <= limit) return
    request.off('data', count)
    done(bodyTooLarge(limit))
  }
  request.on('data', count)
  void parse(request, response, (error?: unknown) => {
    request.off('data', count)
    if (received <= limit) done(error)
  })
}
