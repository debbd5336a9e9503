import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { RequestCheck } from './request-check.ts'

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
function apiPolicy() {
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

/** Adds the security headers. They are the same for every response, so helmet computes them once. */
export function securityHeaders(): RequestCheck {
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
export const strictTransport: RequestCheck = {
  name: 'strict transport security',
  run: ({ socket, headers }, context) => {
    if (socket instanceof TLSSocket && !OF_THIS_MACHINE.test(headers.host ?? ''))
      context.headers.push('Strict-Transport-Security', STRICT_TRANSPORT)
  },
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
