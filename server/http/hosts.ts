import { isIP } from 'node:net'
import type { RequestHandler } from 'express'
import { MisdirectedRequest } from '../errors.ts'

/** Callers use few names; whoever sends others has each looked at anew. */
const MAX_REMEMBERED = 256
/** What nobody else can answer for: a browser takes these names to its own machine (RFC 6761 §6.3). */
const LOCAL = /^(.+\.)?localhost$/

/**
 * The names this service answers to. A page from elsewhere can have its own name resolve to this service's address (DNS
 * rebinding, faults.md S5); then the browser lets it read, but says that name. An address is nobody's name.
 */
export class Hosts {
  readonly #allowed: ReadonlySet<string>
  readonly #remembered = new Map<string, boolean>()

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map((name) => name.toLowerCase()))
  }

  /** Whether a Host header (RFC 9110 §7.2) names this service; HTTP/1.0 has none, and no browser speaks that. */
  admits(header: string | undefined): boolean {
    if (header === undefined) return true
    const known = this.#remembered.get(header)
    if (known !== undefined) return known
    const admitted = this.#isOurs(nameOf(header))
    if (this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(header, admitted)
    return admitted
  }

  #isOurs(name: string): boolean {
    return isIP(name) !== 0 || LOCAL.test(name) || this.#allowed.has(name)
  }
}

/** The name in a Host header, without port, brackets and the dot that ends a full name. */
function nameOf(header: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{0,5})?$/.exec(header) ?? []
  return (bracketed ?? plain ?? '').toLowerCase().replace(/\.$/, '')
}

/** What a request for another name is told. */
export const NO_HOST_OF_OURS =
  'the Host header names no host of this service: use localhost, an IP address, or a name of the setting allowedHosts (chart: config.allowedHosts)'

/** Refuses requests that were meant for another name. */
export function hostCheck(hosts: Hosts): RequestHandler {
  return ({ headers }, _response, next) => {
    if (hosts.admits(headers.host)) next()
    else next(new MisdirectedRequest(NO_HOST_OF_OURS))
  }
}
