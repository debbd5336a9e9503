import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A network by its address and the length of its prefix. */
export type Network = readonly [address: string, prefix: number]

export interface AddressCheck {
  readonly allows: (address: string) => boolean
  /** Returns the error of a name with an address that is not allowed. */
  readonly refuse: (message: string) => Error
}

/**
 * Returns a lookup like that of the system, which fails if a name has no address, or one that is not allowed. The check runs
 * at every lookup, because DNS records can change after a host was accepted. The message names the host and not the address.
 */
export function checkedLookup(
  { allows, refuse }: AddressCheck,
  resolve: typeof systemLookup = systemLookup,
): LookupFunction {
  return (hostname, options, answer) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null) answer(error, '', 0)
      else if (first === undefined || !addresses.every(({ address }) => allows(address)))
        answer(refuse(`${hostname} resolves to an address that is not allowed`), '', 0)
      else if (options.all === true) answer(null, addresses)
      else answer(null, first.address, first.family)
    })
  }
}

export function blockListOf(networks: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, familyOf(address))
  return list
}

/** Whether an IP address is in a list; IPv4-mapped IPv6 addresses (::ffff:0:0/96) are matched as IPv4. */
export function isListed(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
