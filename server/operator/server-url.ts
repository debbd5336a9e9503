import { isIP } from 'node:net'
import { isBlockedAddress } from '../outbound/ssrf-guard.ts'
import { Rejection, type Allowed } from './rejection.ts'

/** Names under which clouds serve the node's credentials, and names of this Pod itself. */
const REFUSED_NAMES = /^((.+\.)?localhost|metadata|metadata\.google\.internal|instance-data(\..+)?)\.?$/i

/**
 * Validates the URL of a declared server: https, host, port and path only. Throws Rejection. The URL parser
 * normalizes other notations of addresses (decimal, octal, IPv4 in IPv6).
 */
export function checkedServer(server: unknown, { servers }: Allowed): string {
  if (typeof server !== 'string' || !URL.canParse(server)) throw new Rejection('server: must be a URL')
  const url = new URL(server)
  if (url.protocol !== 'https:') throw new Rejection('server: must begin with https://')
  if (url.username !== '' || url.password !== '') throw new Rejection('server: must not contain credentials')
  if (url.search !== '' || url.hash !== '')
    throw new Rejection('server: must not contain a query or fragment')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (REFUSED_NAMES.test(host) || isBlockedAddress(host))
    throw new Rejection('server: loopback, link-local and metadata addresses are not allowed')
  if (servers.length > 0 && !servers.some((pattern) => isNamed(host, pattern)))
    throw new Rejection('server: is not in operator.allow.servers')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function isNamed(host: string, allowed: string): boolean {
  if (!allowed.startsWith('*.')) return host.toLowerCase() === allowed.toLowerCase()
  return isIP(host) === 0 && host.toLowerCase().endsWith(allowed.slice(1).toLowerCase())
}
