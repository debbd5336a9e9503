import type { lookup } from 'node:dns'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import { blockListOf, checkedLookup, isListed, type Network } from './checked-lookup.ts'

/**
 * Networks that are not of the public Internet, and prefixes that embed addresses of others (IPv4-compatible, NAT64, 6to4, Teredo).
 * Source: IANA special-purpose address registries (RFC 6890).
 */
const NOT_PUBLIC: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

/** Link-local networks and metadata services, which no setting allows: they hand out credentials of the machine. */
const NEVER: readonly Network[] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
]

const notPublic = blockListOf(NOT_PUBLIC)
const never = blockListOf(NEVER)
const CIDR = /^([0-9a-f.:]+)\/(\d{1,3})$/i

/** An address in a setting is no network in CIDR notation. */
export class NetworkError extends Error {}

/**
 * Addresses that hosts may have which callers name: public ones, and those in networks that the operator of the service allows.
 * Its lookup judges each name when it is resolved for a connection, since DNS records change.
 */
export class AddressPolicy {
  readonly #allowed: BlockList
  readonly lookup: LookupFunction

  /** `networks` are in CIDR notation; throws NetworkError for another one. */
  constructor(networks: readonly string[], resolve?: typeof lookup) {
    this.#allowed = blockListOf(networks.map(parseNetwork))
    const allows = (address: string): boolean => this.allows(address)
    this.lookup = checkedLookup({ allows, refuse: (message) => new ForbiddenAddressError(message) }, resolve)
  }

  /** Whether an IP address is allowed. */
  allows(address: string): boolean {
    if (isIP(address) === 0 || isListed(never, address)) return false
    return isListed(this.#allowed, address) || !isListed(notPublic, address)
  }
}

/** The host resolves to an address that is not allowed. */
export class ForbiddenAddressError extends Error {}

function parseNetwork(text: string): Network {
  const [, address = '', prefix = ''] = CIDR.exec(text) ?? []
  const version = isIP(address)
  if (version === 0 || Number(prefix) > (version === 6 ? 128 : 32))
    throw new NetworkError(`${JSON.stringify(text)} is not a network such as 10.0.0.0/8`)
  return [address, Number(prefix)]
}
