import type { RequestHandler } from 'express'
import { ForbiddenByPolicyError } from '../../core/errors.ts'
import { isWrite } from './authenticate.ts'
import { isSameOrigin, type AllowedOrigins } from './allowed-origins.ts'

/** Sec-Fetch-Site of this service's own pages, and of typed URLs (Fetch Metadata). */
const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * CSRF protection: rejects writes that a page of another origin sends. Programs such as curl send no Origin
 * header and pass. Pages of listed CORS origins pass too, but need a bearer token.
 */
export function csrfProtection(origins: AllowedOrigins): RequestHandler {
  return (request, _response, next) => {
    const { method, headers } = request
    const site = headers['sec-fetch-site']
    const foreign =
      (typeof site === 'string' && !OWN_SITE.has(site)) ||
      (headers.origin !== undefined && !isSameOrigin(headers.origin, headers.host))
    // Reads need no check: without a CORS header the browser does not let a foreign page see the response.
    if (foreign && isWrite(method) && !origins.allows(request))
      next(
        new ForbiddenByPolicyError(
          'a page of another origin may change nothing here',
          'call the API from a program, or from a page that this service serves, such as /docs',
        ),
      )
    else next()
  }
}
