import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

const shared = {
  strictTransportSecurity: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
} as const

/**
 * Headers of every answer of the API: nothing in it may run, be framed or be sniffed. What tells a browser how to treat a
 * page, its links or plug-ins is left to pages: here six such headers would cost a twentieth of a small answer.
 */
export function apiHeaders(): RequestHandler {
  return helmet({
    ...shared,
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

/** Two years, as the preload lists of browsers ask for. */
const STRICT_TRANSPORT = 'max-age=63072000'
/** HSTS holds for every port of a name: a developer's other servers on localhost would be called by https, too. */
const OF_THIS_MACHINE = /^([^:]+\.)?localhost\.?(:|$)/i

/** The value of Strict-Transport-Security (RFC 6797 §7) over this connection; undefined where it must not be said. */
export function strictTransport(socket: Socket, host: string | undefined): string | undefined {
  return socket instanceof TLSSocket && !OF_THIS_MACHINE.test(host ?? '') ? STRICT_TRANSPORT : undefined
}

/** Has browsers come back over TLS alone, where they came so. */
export function strictTransportHeader(): RequestHandler {
  return ({ socket, headers }, response, next) => {
    const value = strictTransport(socket, headers.host)
    if (value !== undefined) response.setHeader('Strict-Transport-Security', value)
    next()
  }
}

/** Headers of the documentation page: its own files only, no inline script or style, calls to this service alone. */
export function docsHeaders(): RequestHandler {
  return helmet({
    ...shared,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  })
}
