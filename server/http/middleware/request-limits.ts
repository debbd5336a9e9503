import type { RequestHandler } from 'express'
import {
  HeadersTooLargeError,
  InvalidRequestError,
  MethodNotAllowedError,
  UnavailableError,
  UriTooLongError,
} from '../../core/errors.ts'
import type { Lifecycle } from '../server/lifecycle.ts'

export const MAX_URL_BYTES = 8 * 1024
export const MAX_HEADER_BYTES = 16 * 1024
const MAX_PARAMETERS = 100

/**
 * Enforces request limits before any route: the form of the target, sizes and encodings. Rejects every
 * request during shutdown.
 */
export function requestLimits(lifecycle: Lifecycle): RequestHandler {
  return (request, _response, next) => {
    if (lifecycle.isDraining)
      throw new UnavailableError('the service is shutting down: try again, another replica may answer')
    if (request.method === 'TRACE')
      throw new MethodNotAllowedError('TRACE', ['GET', 'HEAD', 'POST', 'OPTIONS'])
    checkTarget(request.url)
    let size = 0
    for (const part of request.rawHeaders) size += part.length
    if (size > MAX_HEADER_BYTES)
      throw new HeadersTooLargeError(`header fields may hold ${MAX_HEADER_BYTES} bytes at most`)
    next()
  }
}

function checkTarget(url: string): void {
  if (url.length > MAX_URL_BYTES)
    throw new UriTooLongError(`a path with its query may hold ${MAX_URL_BYTES} bytes at most`)
  if (!url.startsWith('/'))
    throw refusal('path', 'path', 'must be given in origin form, as /api/pods', 'the target must be a path')
  const [path = '', ...rest] = url.split('?')
  const query = rest.join('?')
  if (!decodes(path)) throw refusal('path', 'path', 'holds a percent-encoding that is none')
  if (!decodes(query)) throw refusal('query', 'query', 'holds a percent-encoding that is none')
  if (query.split('&').length > MAX_PARAMETERS)
    throw refusal('query', 'query', `may hold ${MAX_PARAMETERS} parameters at most`)
}

function refusal(
  where: 'path' | 'query',
  name: string,
  message: string,
  sentence?: string,
): InvalidRequestError {
  return new InvalidRequestError([{ in: where, name, message }], sentence)
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
