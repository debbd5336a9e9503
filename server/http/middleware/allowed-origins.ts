import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

/**
 * Paths that pages of other origins may use. The documentation, the OpenAPI description and sign-in are
 * reserved for this service's own pages.
 */
const OPEN = /^\/api\/(?!auth(\/|$)|openapi\.json$)/

/** The parts of a request that say where it was sent, and from which page. */
type SentRequest = Pick<IncomingMessage, 'url' | 'headers' | 'socket'>

/** CORS allow-list: other origins whose pages may use the API, as browsers send them (RFC 6454 §6.2). */
export class AllowedOrigins {
  readonly listed: readonly string[]
  readonly #own: URL | undefined

  /** `own` is the public URL of this service, if that is configured. */
  constructor(listed: readonly string[], own?: URL) {
    this.listed = listed
    this.#own = own
  }

  /** Whether any origin is listed. */
  get any(): boolean {
    return this.listed.length > 0
  }

  /** Whether the path of a request may be used across origins. */
  isOpen({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
    return this.any && OPEN.test(url.split('?', 1)[0] ?? '')
  }

  /**
   * Whether a request comes from a page of a listed origin, for a path open to it. This service's own origin
   * does not count.
   */
  allows(request: SentRequest): boolean {
    const { origin } = request.headers
    return (
      origin !== undefined && this.listed.includes(origin) && !this.isOwn(request) && this.isOpen(request)
    )
  }

  /**
   * Whether a request comes from a page of this service: its Origin (RFC 6454 §7; `null` is none) is the public URL, or
   * names the host that the request was sent to. Both are compared as browsers do, without the scheme's default
   * port, which a proxy may add to Host.
   */
  isOwn({ headers: { origin = '', host }, socket }: SentRequest): boolean {
    const page = URL.parse(origin)
    if (page === null || (page.protocol !== 'http:' && page.protocol !== 'https:')) return false
    if (page.origin === this.#own?.origin) return true
    const target = host === undefined ? null : URL.parse(`${page.protocol}//${host}`)
    if (target === null || target.host !== page.host) return false
    // A page that came over plain HTTP could have been changed on its way. Behind a proxy the scheme is unknown
    // unless the public URL names it.
    if (socket instanceof TLSSocket) return page.protocol === 'https:'
    return this.#own === undefined || this.#own.hostname !== page.hostname
  }
}
