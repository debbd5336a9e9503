import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import { docsHeaders } from './security.ts'
import { stateOf } from './state.ts'

const OWN = fileURLToPath(new URL('docs', import.meta.url))
const SWAGGER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The files of the documentation page, of the live view and of the page for sign-in; nothing else can be asked for. */
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

/** A page to read and try the API, from files of this package alone. `/` leads to it. */
export function docs(): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router.get('/', (_request, response) => {
    stateOf(response).route = '/'
    response.redirect(302, '/docs')
  })
  for (const [path, file] of FILES)
    router.get(path, docsHeaders(), (_request, response, next) => {
      stateOf(response).route = '/docs'
      response.set('Cache-Control', 'public, max-age=300')
      response.sendFile(file, (error?: Error) => {
        if (error !== undefined && !response.headersSent) next(error)
      })
    })
  return router
}
