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
 * Security headers of every API response, against script execution, framing and MIME sniffing. Headers that
 * only affect pages, links or plug-ins are sent with pages only: six more headers would cost a twentieth of a
 * small response.
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

/** Two years, as required by the browsers' preload lists. */
const STRICT_TRANSPORT = 'max-age=63072000'
/**
 * HSTS applies to every port of a host name, so a developer's other servers on localhost would be requested
 * over https too.
 */
const OF_THIS_MACHINE = /^([^:]+\.)?localhost\.?(:|$)/i

/** Returns Strict-Transport-Security (RFC 6797 §7); undefined without TLS and for localhost. */
export function strictTransport(socket: Socket, host: string | undefined): string | undefined {
  return socket instanceof TLSSocket && !OF_THIS_MACHINE.test(host ?? '') ? STRICT_TRANSPORT : undefined
}

/** Sets Strict-Transport-Security on responses over TLS. */
export function strictTransportHeader(): RequestHandler {
  return ({ socket, headers }, response, next) => {
    const value = strictTransport(socket, headers.host)
    if (value !== undefined) response.setHeader('Strict-Transport-Security', value)
    next()
  }
}

/**
 * Security headers of the documentation pages: their own files only, no inline scripts or styles, calls to
 * this service only.
 */
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
