import type { RequestHandler } from 'express'
import { Refused } from '../errors.ts'
import { changes } from './admission.ts'
import { isOwn, type Origins } from './origins.ts'

/** What a browser says of a request from this service's own pages, and of one that a person typed (Fetch Metadata). */
const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * Refuses changes that a page of another origin makes a browser send (faults.md S4). curl and other programs say nothing of
 * an origin, and are let through. So are pages of listed origins, who then have to show a token.
 */
export function ownOriginOnly(origins: Origins): RequestHandler {
  return (request, _response, next) => {
    const { method, headers } = request
    const site = headers['sec-fetch-site']
    const foreign =
      (typeof site === 'string' && !OWN_SITE.has(site)) ||
      (headers.origin !== undefined && !isOwn(headers.origin, headers.host))
    // Reads tell origins that are not listed nothing: no CORS header lets them look.
    if (foreign && changes(method) && !origins.admits(request))
      next(
        new Refused(
          'a page of another origin may change nothing here',
          'call the API from a program, or from a page that this service serves, such as /docs',
        ),
      )
    else next()
  }
}
