import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { Request, RequestHandler } from 'express'
import type { AuthenticatorChain } from '../../auth/authenticator-chain.ts'
import type { AuthMethod } from '../../auth/caller.ts'
import { ForbiddenByPolicyError, MissingCredentialsError } from '../../core/errors.ts'
import { isLoopback } from '../../core/formats/loopback.ts'
import type { AllowedOrigins } from './allowed-origins.ts'
import { peerOf } from '../tls/client-certificate.ts'
import { clientNetwork } from '../client-network.ts'
import { contextOf } from './request-context.ts'
import type { RequestCredentials, ProxyIdentity } from '../../auth/authenticator.ts'

/**
 * Headers that show the request passed through a proxy. Loopback requests that carry one are not
 * port-forward: a sidecar proxy (service mesh) also connects from 127.0.0.1. X-Remote-* is in the list for
 * the same reason. From any other than a trusted proxy it never authenticates a caller, and a bearer token
 * beside it is judged on its own, as by an API server.
 */
const FORWARDING =
  /^(forwarded|via|x-real-ip|cf-connecting-ip|true-client-ip|x-forwarded-.*|x-envoy-.*|l5d-.*|x-remote-.*)$/i
/** Authentication methods that use a cookie, which browsers send automatically. */
const BY_COOKIE: ReadonlySet<AuthMethod> = new Set(['oidc', 'github'])
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Authenticates a request. Its route requires that the caller may read or write, so that a denial names the route. */
export function authenticate(authentication: AuthenticatorChain, origins: AllowedOrigins): RequestHandler {
  return async (request, response, next) => {
    if (origins.allows(request)) requireBearerToken(request)
    const caller = await authentication.authenticate(credentialsOf(request), clientNetwork(request))
    contextOf(response).caller = caller
    if (isWrite(request.method) && BY_COOKIE.has(caller.via)) requireOriginHeader(request.headers)
    next()
  }
}

/**
 * Requires a bearer token from pages of other origins. Such a page runs in a user's browser: on this
 * service's own host it would count as a loopback caller, and with cookies as that user. OPTIONS is exempt,
 * since its response is no secret.
 */
function requireBearerToken({ method, headers }: Request): void {
  if (method === 'OPTIONS' || headers.authorization !== undefined) return
  throw new MissingCredentialsError('cross-origin requests must carry a bearer token')
}

/**
 * Requires an Origin or Sec-Fetch-Site header from callers with a cookie: without them any page could have
 * sent the request, in a browser that omits both. Origins that are present were checked before.
 */
function requireOriginHeader(headers: IncomingMessage['headers']): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return
  throw new ForbiddenByPolicyError(
    'requests that change something with a session cookie must carry an Origin header',
    'send an Origin header of this service, or a bearer token instead of the cookie',
  )
}

/** Whether a method may change something (RFC 9110 §9.2.1). */
export function isWrite(method: string): boolean {
  return !READS.has(method)
}

/** Returns the parts of a request that can authenticate its caller. */
export function credentialsOf({ socket, headers, rawHeaders }: IncomingMessage): RequestCredentials {
  // Proxies have a client certificate, and are no loopback callers; without TLS there is none.
  const peer = socket instanceof TLSSocket ? peerOf(socket) : undefined
  return {
    connection: socket,
    loopback: isLoopback(socket.remoteAddress) && peer === undefined,
    forwarded: isForwarded(rawHeaders),
    authorization: headers.authorization,
    proxied: peer?.trusted === true ? proxiedIn(rawHeaders) : undefined,
    cookie: headers.cookie,
  }
}

/**
 * Reads each header line on its own: `headers` would join repeated fields into one text, which could also be
 * a valid name.
 */
function proxiedIn(rawHeaders: readonly string[]): ProxyIdentity {
  const names: string[] = []
  const groups: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase()
    if (name === 'x-remote-user') names.push(rawHeaders[index + 1] ?? '')
    else if (name === 'x-remote-group') groups.push(rawHeaders[index + 1] ?? '')
  }
  return { names, groups }
}

/** Whether a header line shows that a request was forwarded. The request limits count the same lines. */
function isForwarded(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (FORWARDING.test(rawHeaders[index] ?? '')) return true
  return false
}
