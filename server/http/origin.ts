import type { RequestHandler } from 'express'
import { Refused } from '../errors.ts'
import { changes } from './admission.ts'

/** What a browser says of a request from this service's own pages, and of one that a person typed (Fetch Metadata). */
const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * Refuses changes that a page of another origin makes a browser send (faults.md S4). curl and other programs say nothing of
 * an origin, and are let through.
 */
export function ownOriginOnly(): RequestHandler {
  return ({ method, headers }, _response, next) => {
    const site = headers['sec-fetch-site']
    const foreign =
      (typeof site === 'string' && !OWN_SITE.has(site)) ||
      (headers.origin !== undefined && !isOwn(headers.origin, headers.host))
    // Reads tell other origins nothing: no CORS header lets them look.
    if (foreign && changes(method))
      next(
        new Refused(
          'a page of another origin may change nothing here',
          'call the API from a program, or from a page that this service serves, such as /docs',
        ),
      )
    else next()
  }
}

/** Whether an origin (RFC 6454 §7; `null` is nobody's) is where the request went to. */
function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
