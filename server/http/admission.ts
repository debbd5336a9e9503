import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { Authentication, Credentials } from '../auth/authentication.ts'
import type { Via } from '../auth/caller.ts'
import type { Permission } from '../auth/permission.ts'
import { Refused } from '../errors.ts'
import { stateOf } from './state.ts'

/** Set by whatever stands between a caller and this process; a service mesh, too, arrives from loopback. */
const FORWARDING = /^(forwarded|via|x-forwarded-.*|x-envoy-.*|l5d-.*)$/
/** Browsers send cookies along by themselves. */
const BY_COOKIE: ReadonlySet<Via> = new Set(['oidc', 'github'])
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Finds out who sent a request, and whether this service lets them read or change anything. */
export function admission(authentication: Authentication, permission: Permission): RequestHandler {
  return async (request, response, next) => {
    const caller = await authentication.callerOf(credentialsOf(request))
    stateOf(response).caller = caller
    const action = changes(request.method) ? 'write' : 'read'
    if (action === 'write' && BY_COOKIE.has(caller.via)) checkOriginSaid(request.headers)
    permission.check(caller, action)
    next()
  }
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
export function credentialsOf({ socket, headers }: IncomingMessage): Credentials {
  return {
    loopback: isLoopback(socket.remoteAddress),
    forwarded: Object.keys(headers).some(isForwarding),
    authorization: headers.authorization,
    cookie: headers.cookie,
  }
}

/** Whether a header of this name, in lower case, says that a request was forwarded. */
export function isForwarding(name: string): boolean {
  return FORWARDING.test(name)
}

/** Whether a connection comes from the same host. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false
  const v4 = address.startsWith('::ffff:') ? address.slice(7) : address
  return v4 === '::1' || v4.startsWith('127.')
}
