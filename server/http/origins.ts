import type { Request } from 'express'

/** What pages of other origins may use. Pages, their description and sign-in are for this service's own. */
const OPEN = /^\/api\/(?!auth(\/|$)|openapi\.json$)/

/** The other origins whose pages may use the API, as browsers say them (RFC 6454 §6.2). */
export class Origins {
  readonly listed: readonly string[]

  constructor(listed: readonly string[]) {
    this.listed = listed
  }

  /** Whether there are any. */
  get any(): boolean {
    return this.listed.length > 0
  }

  /** Whether a request is for what pages of other origins may use at all. */
  isOpen({ path }: Pick<Request, 'path'>): boolean {
    return this.any && OPEN.test(path)
  }

  /** Whether a request comes from such a page, and for what it may use. A page of this service is of no other origin. */
  admits(request: Pick<Request, 'path' | 'headers'>): boolean {
    const { origin, host } = request.headers
    return (
      origin !== undefined && this.listed.includes(origin) && !isOwn(origin, host) && this.isOpen(request)
    )
  }
}

/** Whether an origin (RFC 6454 §7; `null` is nobody's) is where the request went to. */
export function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
