import { ForbiddenByPolicyError } from '../../core/errors.ts'
import { isWrite } from '../middleware/authenticate.ts'
import { isSameOrigin, type AllowedOrigins } from '../middleware/allowed-origins.ts'
import type { RequestCheck } from './request-check.ts'

/** Sec-Fetch-Site of this service's own pages, and of typed URLs (Fetch Metadata). */
const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * CSRF protection: rejects writes that a page of another origin sends. Programs such as curl send no Origin
 * header and pass. Pages of listed CORS origins pass too, but need a bearer token.
 */
export function csrfProtection(origins: AllowedOrigins): RequestCheck {
  return {
    name: 'CSRF protection',
    run: (request) => {
      const { method = 'GET', headers } = request
      // Reads need no check: without a CORS header the browser does not let a foreign page see the response.
      if (!isWrite(method) || origins.allows(request)) return
      const site = headers['sec-fetch-site']
      const foreign =
        (typeof site === 'string' && !OWN_SITE.has(site)) ||
        (headers.origin !== undefined && !isSameOrigin(headers.origin, headers.host))
      if (foreign)
        throw new ForbiddenByPolicyError(
          'cross-origin requests may not change anything',
          'call the API from a program, or from a page that this service serves, such as /docs',
        )
    },
  }
}
