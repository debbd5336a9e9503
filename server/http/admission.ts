import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { Authentication, Credentials } from '../auth/authentication.ts'
import type { Permission } from '../auth/permission.ts'
import { isLoopback } from '../grammar/loopback.ts'
import { stateOf } from './state.ts'

/** Set by whatever stands between a caller and this process; a service mesh, too, arrives from loopback. */
const FORWARDING = /^(forwarded|via|x-forwarded-.*|x-envoy-.*|l5d-.*)$/
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Finds out who sent a request, and whether this service lets them read or change anything. */
export function admission(authentication: Authentication, permission: Permission): RequestHandler {
  return async (request, response, next) => {
    const caller = await authentication.callerOf(credentialsOf(request))
    stateOf(response).caller = caller
    permission.check(caller, changes(request.method) ? 'write' : 'read')
    next()
  }
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
  }
}

/** Whether a header of this name, in lower case, says that a request was forwarded. */
export function isForwarding(name: string): boolean {
  return FORWARDING.test(name)
}
