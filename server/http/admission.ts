import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { NotAdmitted } from '../errors.ts'

/** Set by whatever stands between a caller and this process; a service mesh, too, arrives from loopback. */
const FORWARDING = /^(forwarded|via|x-forwarded-.*|x-envoy-.*|l5d-.*)$/

/**
 * Lets in loopback peers alone: in a cluster, that is `kubectl port-forward`, which the cluster has authorised already;
 * outside, the user of the machine. A request that was forwarded came from somewhere else.
 */
export function loopbackOnly(): RequestHandler {
  return (request, _response, next) => {
    if (admits(request)) next()
    else
      next(
        new NotAdmitted(
          'only callers on the same host are let in: use kubectl port-forward to the Service, or run the request in the Pod',
        ),
      )
  }
}

/** Whether a request comes from a loopback peer, and from nobody behind it. */
function admits({ socket, headers }: IncomingMessage): boolean {
  return isLoopback(socket.remoteAddress) && !Object.keys(headers).some(isForwarding)
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
