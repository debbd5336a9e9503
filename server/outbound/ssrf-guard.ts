import { isIP } from 'node:net'
import { blockListOf, checkedLookup, isListed, type Network } from './checked-lookup.ts'

/**
 * Networks that a server declared by others must not resolve to: this Pod itself, and cloud metadata
 * services, which hand out the node's credentials.
 */
const REFUSED: readonly Network[] = [
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

const refused = blockListOf(REFUSED)

/**
 * Whether the SSRF guard blocks an IP address: loopback, link-local, cloud metadata or multicast. Addresses embedded by NAT64
 * and 6to4 are not unwrapped.
 */
export function isBlockedAddress(address: string): boolean {
  return isIP(address) !== 0 && isListed(refused, address)
}

/** The host resolves to a blocked address. */
class BlockedAddressError extends Error {}

/** Resolves a name like the system resolver, and fails if any of its addresses is blocked. */
export const guardedLookup = checkedLookup({
  allows: (address) => !isBlockedAddress(address),
  refuse: (message) => new BlockedAddressError(message),
})
