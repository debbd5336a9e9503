import { existsSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router, type Request } from 'express'
import { pageHeaders } from './docs.ts'
import { contextOf } from './middleware/request-context.ts'

/** Folder that the build step writes the console to. */
const BUILT = fileURLToPath(new URL('../console/built', import.meta.url))
const PAGE = 'index.html'
/** Content encodings that the build step writes beside each file, the smallest first, by their extensions. */
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const

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
  const files = new Set(readdirSync(folder))
  const isEncoded = (file: string) => Object.values(EXTENSIONS).some((extension) => file.endsWith(extension))
  for (const file of [...files].filter((name) => !isEncoded(name))) {
    const isPage = file === PAGE
    router.get(isPage ? '/' : `/console/${file}`, pageHeaders(), (request, response, next) => {
      contextOf(response).route = '/'
      // The page names the files of this version; a file of a name never changes.
      response.set('Cache-Control', isPage ? 'no-cache' : 'public, max-age=31536000, immutable')
      response.vary('Accept-Encoding').type(extname(file))
      const encoded = encodedFile(file, files, request)
      if (encoded !== undefined) response.set('Content-Encoding', encoded.encoding)
      response.sendFile(encoded?.name ?? file, { root: folder, cacheControl: false }, (error?: Error) => {
        if (error !== undefined && !response.headersSent) next(error)
      })
    })
  }
  return router
}

/** Returns the smallest variant of a file that a client accepts and that was built; undefined: the file itself. */
function encodedFile(
  file: string,
  files: ReadonlySet<string>,
  request: Request,
): { readonly name: string; readonly encoding: string } | undefined {
  for (const [encoding, extension] of Object.entries(EXTENSIONS)) {
    const name = `${file}${extension}`
    if (files.has(name) && request.acceptsEncodings(encoding) !== false) return { name, encoding }
  }
  return undefined
}
