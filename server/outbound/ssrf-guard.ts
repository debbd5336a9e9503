import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Networks that a server declared by others must not resolve to: this Pod itself, and cloud metadata
 * services, which hand out the node's credentials.
 */
const REFUSED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  // Metadata service of Alibaba Cloud.
  ['100.100.100.200', 32],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  // Metadata service of AWS.
  ['fd00:ec2::254', 128],
]

const refused = blockList()

function blockList(): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of REFUSED) list.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4')
  return list
}

/** Whether the SSRF guard blocks an IP address: loopback, link-local, cloud metadata or multicast. */
export function isBlockedAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  // BlockList matches IPv4-mapped IPv6 (::ffff:0:0/96) by itself. Addresses embedded by NAT64 and 6to4 are
  // not unwrapped.
  return refused.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** The host resolves to a blocked address. The message names the host and not the address. */
class BlockedAddressError extends Error {}

/**
 * Resolves a name like the system resolver, and fails if any of its addresses is blocked. The check runs at
 * every lookup, because DNS records can change after the context was accepted.
 */
export const guardedLookup: LookupFunction = (hostname, options, answer) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      answer(error, '', 0)
      return
    }
    const [first] = addresses
    if (first === undefined || addresses.some(({ address }) => isBlockedAddress(address))) {
      answer(new BlockedAddressError(`${hostname} resolves to an address that is not allowed`), '', 0)
      return
    }
    if (options.all === true) answer(null, addresses)
    else answer(null, first.address, first.family)
  })
}
