import {
  HeadersTooLargeError,
  InvalidRequestError,
  MethodNotAllowedError,
  UnavailableError,
  UriTooLongError,
} from '../../core/errors.ts'
import type { Lifecycle } from '../server/lifecycle.ts'
import type { RequestCheck } from './request-check.ts'

export const MAX_URL_BYTES = 8 * 1024
export const MAX_HEADER_BYTES = 16 * 1024
const MAX_PARAMETERS = 100

/**
 * Enforces request limits before any route: the form of the target, sizes and encodings. Rejects every
 * request during shutdown.
 */
export function requestLimits(lifecycle: Lifecycle): RequestCheck {
  return {
    name: 'request limits',
    run: ({ method, url = '', rawHeaders }) => {
      if (lifecycle.isDraining)
        throw new UnavailableError('the service is shutting down: try again, another replica may answer')
      if (method === 'TRACE')
        throw new MethodNotAllowedError('TRACE', ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])
      checkTarget(url)
      let size = 0
      for (const part of rawHeaders) size += part.length
      if (size > MAX_HEADER_BYTES)
        throw new HeadersTooLargeError(`header fields may hold ${MAX_HEADER_BYTES} bytes at most`)
    },
  }
}

function checkTarget(url: string): void {
  if (url.length > MAX_URL_BYTES)
    throw new UriTooLongError(`a path with its query may hold ${MAX_URL_BYTES} bytes at most`)
  if (!url.startsWith('/'))
    throw refusal('path', 'path', 'must be given in origin form, as /api/pods', 'the target must be a path')
  const [path = '', ...rest] = url.split('?')
  const query = rest.join('?')
  if (!decodes(path)) throw refusal('path', 'path', 'contains an invalid percent-encoding')
  if (!decodes(query)) throw refusal('query', 'query', 'contains an invalid percent-encoding')
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
