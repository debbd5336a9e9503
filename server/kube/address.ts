import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Where what others declare must not lead: this Pod itself, and what a cloud answers there with credentials of the node. */
const REFUSED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  // Alibaba Cloud's metadata.
  ['100.100.100.200', 32],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  // AWS's metadata.
  ['fd00:ec2::254', 128],
]

const refused = blockList()

function blockList(): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of REFUSED) list.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4')
  return list
}

/** Whether an IP address is one that a declared server may not have: loopback, link-local, metadata, multicast (faults.md S3). */
export function isRefusedAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  // The list knows IPv4 in IPv6 by itself (::ffff:0:0/96); what NAT64 and 6to4 carry is unwrapped by nobody here.
  return refused.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** An address that may not be connected to; it names the host and not the address. */
class RefusedAddress extends Error {}

/** Resolves a name as the system does, and refuses where that leads to a refused address: names can change what they mean. */
export const guardedLookup: LookupFunction = (hostname, options, answer) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      answer(error, '', 0)
      return
    }
    const [first] = addresses
    if (first === undefined || addresses.some(({ address }) => isRefusedAddress(address))) {
      answer(new RefusedAddress(`${hostname} leads to an address that is not allowed`), '', 0)
      return
    }
    if (options.all === true) answer(null, addresses)
    else answer(null, first.address, first.family)
  })
}
