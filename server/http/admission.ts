import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Request, RequestHandler } from 'express'
import type { Authentication, Credentials } from '../auth/authentication.ts'
import type { Via } from '../auth/caller.ts'
import type { Permission } from '../auth/permission.ts'
import type { Proxied } from '../auth/proxies.ts'
import { NotAdmitted, Refused } from '../errors.ts'
import { isLoopback } from '../grammar/loopback.ts'
import type { Origins } from './origins.ts'
import { peerOf } from './peer.ts'
import { stateOf } from './state.ts'

/**
 * Set by whatever stands between a caller and this process; a service mesh, too, arrives from loopback. X-Remote-* from
 * anyone but a trusted proxy are no claim that could be right or wrong: who shows a token is judged by that, as an API
 * server judges. But a proxy of the same Pod would send them for people who are not near, so nobody is near by them.
 */
const FORWARDING = /^(forwarded|via|x-forwarded-.*|x-envoy-.*|l5d-.*|x-remote-.*)$/
/** Browsers send cookies along by themselves. */
const BY_COOKIE: ReadonlySet<Via> = new Set(['oidc', 'github'])
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Finds out who sent a request, and whether this service lets them read or change anything. */
export function admission(
  authentication: Authentication,
  permission: Permission,
  origins: Origins,
): RequestHandler {
  return async (request, response, next) => {
    if (origins.admits(request)) checkTokenShown(request)
    const caller = await authentication.callerOf(credentialsOf(request))
    stateOf(response).caller = caller
    const action = changes(request.method) ? 'write' : 'read'
    if (action === 'write' && BY_COOKIE.has(caller.via)) checkOriginSaid(request.headers)
    permission.check(caller, action)
    next()
  }
}

/**
 * A page of another origin is in somebody's browser: on the machine this service is near to, it would be near, too, and with
 * their cookies it would be them. What OPTIONS answers is no secret.
 */
function checkTokenShown({ method, headers }: Request): void {
  if (method === 'OPTIONS' || headers.authorization !== undefined) return
  throw new NotAdmitted(
    'a page of another origin is known by a bearer token alone: send one with each request',
  )
}

/**
 * What comes with a cookie and says nothing of an origin could come from any page in a browser that leaves that out. Origins
 * that are said were looked at before.
 */
function checkOriginSaid(headers: IncomingMessage['headers']): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return
  throw new Refused(
    'who is known by a cookie may change nothing without saying which page asks for it',
    'send an Origin header that names this service, or a bearer token in place of the cookie',
  )
}

/** Whether a method may change something (RFC 9110 §9.2.1). */
export function changes(method: string): boolean {
  return !READS.has(method)
}

/** What of a request tells who sent it. */
export function credentialsOf({ socket, headers, rawHeaders }: IncomingMessage): Credentials {
  return {
    connection: socket,
    loopback: isNear(socket),
    forwarded: Object.keys(headers).some(isForwarding),
    authorization: headers.authorization,
    proxied: peerOf(socket)?.trusted === true ? proxiedIn(rawHeaders) : undefined,
    cookie: headers.cookie,
  }
}

/** Each header line by itself: where a field comes twice, `headers` would have one text that may be a name, too. */
function proxiedIn(rawHeaders: readonly string[]): Proxied {
  const names: string[] = []
  const groups: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase()
    if (name === 'x-remote-user') names.push(rawHeaders[at + 1] ?? '')
    else if (name === 'x-remote-group') groups.push(rawHeaders[at + 1] ?? '')
  }
  return { names, groups }
}

/** Whether the other end of a connection is this host, and comes as nobody in particular: a certificate is a proxy's. */
export function isNear(socket: Socket): boolean {
  return isLoopback(socket.remoteAddress) && peerOf(socket) === undefined
}

/** Whether a header of this name, in lower case, says that a request was forwarded. */
export function isForwarding(name: string): boolean {
  return FORWARDING.test(name)
}
