import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import { pageHeaders } from './docs.ts'
import { contextOf } from './middleware/request-context.ts'

/** Folder that the build step writes the console to. */
const BUILT = fileURLToPath(new URL('../console/built', import.meta.url))
const PAGE = 'index.html'

/**
 * Serves the console at `/` and its files, which have hashes in their names; no other path is served. While the console
 * is disabled, or was not built, `/` redirects to the documentation.
 */
export function consolePage(enabled: boolean, folder: string = BUILT): Router {
  const router = Router({ strict: true, caseSensitive: true })
  if (!enabled || !existsSync(join(folder, PAGE))) {
    router.get('/', (_request, response) => {
      contextOf(response).route = '/'
      response.redirect(302, '/docs')
    })
    return router
  }
  for (const file of readdirSync(folder)) {
    const isPage = file === PAGE
    router.get(isPage ? '/' : `/console/${file}`, pageHeaders(), (_request, response, next) => {
      contextOf(response).route = '/'
      // The page names the files of this version; a file of a name never changes.
      response.set('Cache-Control', isPage ? 'no-cache' : 'public, max-age=31536000, immutable')
      response.sendFile(file, { root: folder, cacheControl: false }, (error?: Error) => {
        if (error !== undefined && !response.headersSent) next(error)
      })
    })
  }
  return router
}
