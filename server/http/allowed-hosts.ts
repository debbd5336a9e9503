import { isIP } from 'node:net'

/** Number of Host headers whose result is cached; callers use few. */
const MAX_REMEMBERED = 256
/** Names that browsers resolve to their own machine, so no other host can claim them (RFC 6761 §6.3). */
const LOCAL = /^(.+\.)?localhost$/

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
    const admitted = this.#isOurs(nameOf(header))
    if (this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(header, admitted)
    return admitted
  }

  #isOurs(name: string): boolean {
    return isIP(name) !== 0 || LOCAL.test(name) || this.#allowed.has(name)
  }
}

/** Returns the name in a Host header, without port, brackets and trailing dot. */
function nameOf(header: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{0,5})?$/.exec(header) ?? []
  return (bracketed ?? plain ?? '').toLowerCase().replace(/\.$/, '')
}

/** Message for a request to another host name. */
export const HOST_NOT_ALLOWED =
  'Host header not allowed: use localhost, an IP address, or a name in the setting allowedHosts (chart: config.allowedHosts)'
