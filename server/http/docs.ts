import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router, type RequestHandler } from 'express'
import helmet from 'helmet'
import { sharedPolicy } from './security-policy.ts'
import { contextOf } from './middleware/request-context.ts'

const OWN = fileURLToPath(new URL('docs', import.meta.url))
const SWAGGER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The files of the documentation page, the live view and the sign-in page; no other path is served. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['/docs', join(OWN, 'index.html')],
  ['/docs/start.js', join(OWN, 'start.js')],
  ['/docs/page.css', join(OWN, 'page.css')],
  ['/docs/sign-in', join(OWN, 'sign-in.html')],
  ['/docs/sign-in.js', join(OWN, 'sign-in.js')],
  ['/docs/live', join(OWN, 'live.html')],
  ['/docs/live.js', join(OWN, 'live.js')],
  ['/docs/live.css', join(OWN, 'live.css')],
  ['/docs/swagger-ui.css', join(SWAGGER, 'swagger-ui.css')],
  ['/docs/swagger-ui-bundle.js', join(SWAGGER, 'swagger-ui-bundle.js')],
])

/** A kind of the event stream, for the live view. */
export interface DocumentedKind {
  /** Name in `kinds=`. */
  readonly name: string
  /** Type of its events. */
  readonly event: string
  /** Whether it is streamed where `kinds` is omitted. */
  readonly isDefault: boolean
}

/** Serves a page to read and try the API, from files of this package only, and the kinds that the live view offers. */
export function docs(kinds: readonly DocumentedKind[]): Router {
  const router = Router({ strict: true, caseSensitive: true })
  for (const [path, file] of FILES)
    router.get(path, pageHeaders(), (_request, response, next) => {
      contextOf(response).route = '/docs'
      response.set('Cache-Control', 'public, max-age=300')
      response.sendFile(file, (error?: Error) => {
        if (error !== undefined && !response.headersSent) next(error)
      })
    })
  router.get('/docs/kinds.json', pageHeaders(), (_request, response) => {
    contextOf(response).route = '/docs'
    response.set('Cache-Control', 'public, max-age=300').json({ kinds })
  })
  return router
}

/**
 * Security headers of the documentation pages and the console: their own files only, no inline scripts or styles, calls to
 * this service only.
 */
export function pageHeaders(): RequestHandler {
  return helmet({
    ...sharedPolicy,
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
