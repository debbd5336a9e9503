import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse, type IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import helmet from 'helmet'
import {
  ExpectationFailedError,
  ForbiddenByPolicyError,
  HeadersTooLargeError,
  InvalidRequestError,
  MethodNotAllowedError,
  MisdirectedRequestError,
  UnavailableError,
  UriTooLongError,
  type Issue,
} from '../core/errors.ts'
import { HOST_NOT_ALLOWED, hasSeveralHosts, type AllowedHosts } from './allowed-hosts.ts'
import type { AllowedOrigins } from './middleware/allowed-origins.ts'
import { isWrite } from './middleware/authenticate.ts'
import type { RequestContext } from './middleware/request-context.ts'
import { sharedPolicy } from './security-policy.ts'
import type { Lifecycle } from './server/lifecycle.ts'

/**
 * One check of every request, before the response cache and Express: a plain function that throws an error of the
 * API to reject the request, and adds response headers to the context.
 */
export interface RequestCheck {
  readonly name: string
  run(request: IncomingMessage, context: RequestContext): void
}

/** Runs the checks in order; the first error is kept in the context. Returns whether all passed. */
export function runChecks(
  checks: readonly RequestCheck[],
  request: IncomingMessage,
  context: RequestContext,
): boolean {
  try {
    for (const check of checks) check.run(request, context)
    return true
  } catch (error) {
    context.rejection = error
    return false
  }
}

/** All checks, in the order in which they run. */
export function requestChecks({
  lifecycle,
  hosts,
  origins,
}: {
  readonly lifecycle: Lifecycle
  readonly hosts: AllowedHosts
  readonly origins: AllowedOrigins
}): readonly RequestCheck[] {
  return [
    requestId,
    securityHeaders(),
    strictTransport,
    requestLimits(lifecycle),
    checkHost(hosts),
    csrfProtection(origins),
  ]
}

const VALID_ID = /^[\w.:-]{1,64}$/

/** Assigns each request an id, the caller's own if it is valid, and returns it as `X-Request-Id`. */
const requestId: RequestCheck = {
  name: 'request id',
  run: ({ headers }, context) => {
    const provided = headers['x-request-id']
    const id = typeof provided === 'string' && VALID_ID.test(provided) ? provided : randomUUID()
    context.requestId = id
    context.headers.push('X-Request-Id', id)
  },
}

/**
 * Security headers of every API response, against script execution, framing and MIME sniffing. Headers that
 * only affect pages, links or plug-ins are sent with pages only: six more headers would cost a twentieth of a
 * small response.
 */
function apiPolicy() {
  return helmet({
    ...sharedPolicy,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
}

/** Adds the security headers. They are the same for every response, so helmet computes them once. */
function securityHeaders(): RequestCheck {
  const blank = new ServerResponse(new IncomingMessage(new Socket()))
  apiPolicy()(blank.req, blank, () => undefined)
  const headers = Object.entries(blank.getHeaders()).flatMap(([name, value]) => [name, String(value)])
  return {
    name: 'security headers',
    run: (_request, context) => {
      context.headers.push(...headers)
    },
  }
}

/** Two years, as required by the browsers' preload lists. */
const STRICT_TRANSPORT = 'max-age=63072000'
/**
 * HSTS applies to every port of a host name, so a developer's other servers on localhost would be requested
 * over https too.
 */
const OF_THIS_MACHINE = /^([^:]+\.)?localhost\.?(:|$)/i

/** Adds Strict-Transport-Security (RFC 6797 §7.2) to responses over TLS, except for localhost. */
const strictTransport: RequestCheck = {
  name: 'strict transport security',
  run: ({ socket, headers }, context) => {
    if (socket instanceof TLSSocket && !OF_THIS_MACHINE.test(headers.host ?? ''))
      context.headers.push('Strict-Transport-Security', STRICT_TRANSPORT)
  },
}

export const MAX_URL_BYTES = 8 * 1024
export const MAX_HEADER_BYTES = 16 * 1024
const MAX_HEADER_LINES = 100
const MAX_PARAMETERS = 100

/**
 * Enforces request limits before any route: the form of the target, sizes and encodings. Rejects every
 * request during shutdown.
 */
function requestLimits(lifecycle: Lifecycle): RequestCheck {
  return {
    name: 'request limits',
    run: ({ method, url = '', headers, rawHeaders }) => {
      if (lifecycle.isDraining)
        throw new UnavailableError('the service is shutting down: try again, another replica may answer')
      if (method === 'TRACE')
        throw new MethodNotAllowedError('TRACE', ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])
      checkTarget(url)
      if (rawHeaders.length > 2 * MAX_HEADER_LINES)
        throw new HeadersTooLargeError(`a request must not have more than ${MAX_HEADER_LINES} header lines`)
      let size = 0
      for (const part of rawHeaders) size += part.length
      if (size > MAX_HEADER_BYTES)
        throw new HeadersTooLargeError(`header fields must not exceed ${MAX_HEADER_BYTES} bytes`)
      checkFraming(headers)
    },
  }
}

function checkTarget(url: string): void {
  if (url.length > MAX_URL_BYTES)
    throw new UriTooLongError(`path and query must not exceed ${MAX_URL_BYTES} bytes`)
  if (!url.startsWith('/'))
    throw refusal('path', 'path', 'must be in origin form, such as /api/pods', 'the target must be a path')
  const end = url.indexOf('?')
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end + 1)]
  if (!decodes(path)) throw refusal('path', 'path', 'contains an invalid percent-encoding')
  if (!decodes(query)) throw refusal('query', 'query', 'contains an invalid percent-encoding')
  if (query.length >= MAX_PARAMETERS && query.split('&').length > MAX_PARAMETERS)
    throw refusal('query', 'query', `must not have more than ${MAX_PARAMETERS} parameters`)
}

/** Rejects what the HTTP parser lets pass, before a body is read: other expectations and other transfer codings. */
function checkFraming({ expect, 'transfer-encoding': coding }: IncomingHttpHeaders): void {
  if (expect !== undefined && expect.trim().toLowerCase() !== '100-continue')
    throw new ExpectationFailedError('the only expectation supported is 100-continue')
  // The parser accepts every list that ends in `chunked`, and would deliver the body still compressed. It
  // rejects all other values itself.
  if (coding !== undefined && /[\s,]chunked$/i.test(coding.trim()))
    throw refusal('header', 'transfer-encoding', 'must be chunked and nothing else')
}

function refusal(where: Issue['in'], name: string, message: string, sentence?: string): InvalidRequestError {
  return new InvalidRequestError([{ in: where, name, message }], sentence)
}

function decodes(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Rejects requests for another host name, and those that name two. */
function checkHost(hosts: AllowedHosts): RequestCheck {
  return {
    name: 'allowed hosts',
    run: ({ headers, rawHeaders, httpVersionMinor }, context) => {
      // Node keeps the first line, and a proxy in front may have decided by another.
      if (hasSeveralHosts(rawHeaders)) throw refusal('header', 'host', 'must be sent once')
      // RFC 9112 §3.2. HTTP/1.0 has none. Bytes that follow such a request may be no request.
      if (headers.host === undefined && httpVersionMinor !== 0) {
        context.headers.push('Connection', 'close')
        throw refusal('header', 'host', 'must be sent')
      }
      if (!hosts.allows(headers.host)) throw new MisdirectedRequestError(HOST_NOT_ALLOWED)
    },
  }
}

/** Sec-Fetch-Site of this service's own pages, and of typed URLs (Fetch Metadata). */
const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * CSRF protection: rejects writes that a page of another origin sends. Programs such as curl send no Origin
 * header and pass. Pages of listed CORS origins pass too, but need a bearer token.
 */
function csrfProtection(origins: AllowedOrigins): RequestCheck {
  return {
    name: 'CSRF protection',
    run: (request) => {
      const { method = 'GET', headers } = request
      // Reads need no check: without a CORS header the browser does not let a foreign page see the response.
      if (!isWrite(method) || origins.allows(request)) return
      const site = headers['sec-fetch-site']
      const foreign =
        (typeof site === 'string' && !OWN_SITE.has(site)) ||
        (headers.origin !== undefined && !origins.isOwn(request))
      if (foreign)
        throw new ForbiddenByPolicyError(
          'cross-origin requests must not change resources',
          'call the API from a program, or from a page that this service serves, such as /docs',
        )
    },
  }
}
