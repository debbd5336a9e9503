import type { IncomingMessage } from 'node:http'

/**
 * Paths that pages of other origins may use. The documentation, the OpenAPI description and sign-in are
 * reserved for this service's own pages.
 */
const OPEN = /^\/api\/(?!auth(\/|$)|openapi\.json$)/

/** CORS allow-list: other origins whose pages may use the API, as browsers send them (RFC 6454 §6.2). */
export class AllowedOrigins {
  readonly listed: readonly string[]

  constructor(listed: readonly string[]) {
    this.listed = listed
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
  allows(request: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
    const { origin, host } = request.headers
    return (
      origin !== undefined &&
      this.listed.includes(origin) &&
      !isSameOrigin(origin, host) &&
      this.isOpen(request)
    )
  }
}

/** Whether an origin (RFC 6454 §7; `null` matches no host) is the one the request was sent to. */
export function isSameOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
