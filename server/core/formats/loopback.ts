/**
 * Whether an address is a loopback address: `127.0.0.1`, `::1` or `::ffff:127.0.0.1` (RFC 1122 §3.2.1.3, RFC
 * 4291 §2.5.3).
 */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false
  const v4 = address.startsWith('::ffff:') ? address.slice(7) : address
  return v4 === '::1' || /^127\.\d+\.\d+\.\d+$/.test(v4)
}

/** Whether the host name of a URL is of this machine: a loopback address, `localhost` or a name under it (RFC 6761 §6.3). */
export function isLoopbackHost(hostname: string): boolean {
  return /^(.+\.)?localhost$/.test(hostname) || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
