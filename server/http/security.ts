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
 * page, its links or plug-ins is left to pages: here six such headers would cost a twentieth of a small answer. HSTS waits for TLS
 * of our own.
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
