import { isIPv4, isIPv6 } from 'node:net'

/** Number of Host headers whose result is cached; callers use few. */
const MAX_REMEMBERED = 256
/** Matches an IPv6 address in brackets, or a name or IPv4 address with an optional trailing dot; each with an optional port. */
const HOST = /^(?:\[([\da-f:.]+)\]|([a-z\d_.-]+?)\.?)(?::\d{0,5})?$/
/** Names that browsers resolve to their own machine, so no other host can claim them (RFC 6761 §6.3). */
const LOCAL = /^([a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?\.)*localhost$/

/**
 * Allow-list for the Host header, against DNS rebinding: a foreign page can let its own name resolve to this
 * service's address, and the browser then lets it read responses, but sends that name. IP addresses are
 * always allowed.
 */
export class AllowedHosts {
  readonly #allowed: ReadonlySet<string>
  readonly #remembered = new Map<string, boolean>()

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map((name) => name.toLowerCase()))
  }

  /**
   * Whether a Host header (RFC 9110 §7.2) names this service. HTTP/1.0 requests have none, and browsers do
   * not send HTTP/1.0.
   */
  allows(header: string | undefined): boolean {
    if (header === undefined) return true
    const cached = this.#remembered.get(header)
    if (cached !== undefined) return cached
    const admitted = this.#isOurs(header)
    if (this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(header, admitted)
    return admitted
  }

  #isOurs(header: string): boolean {
    const [, bracketed, plain = ''] = HOST.exec(header.toLowerCase()) ?? []
    if (bracketed !== undefined) return isIPv6(bracketed)
    return isIPv4(plain) || LOCAL.test(plain) || this.#allowed.has(plain)
  }
}

/** Whether a request has more than one Host line, by its alternating header names and values (RFC 9112 §3.2). */
export function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let lines = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') lines++
  }
  return lines > 1
}

/** Message for a request to another host name. */
export const HOST_NOT_ALLOWED =
  'Host header not allowed: use localhost, an IP address, or a name in the setting allowedHosts (chart: config.allowedHosts)'
