import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ipKeyGenerator } from 'express-rate-limit'
import { peerOf } from './tls/client-certificate.ts'

/** Length of the prefix that a provider assigns to one subscriber, who may use every address in it (RFC 6177). */
const IPV6_SUBNET = 64

/** Returns the network that limits count: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  return ipKeyGenerator(address, IPV6_SUBNET)
}

/** Returns the network of the client: of the address that a trusted proxy states, otherwise of the connection. */
export function clientNetwork({
  socket,
  rawHeaders,
}: Pick<IncomingMessage, 'socket' | 'rawHeaders'>): string {
  const forwarded = peerOf(socket)?.trusted === true ? forwardedAddress(rawHeaders) : undefined
  return networkOf(forwarded ?? socket.remoteAddress ?? '')
}

/**
 * Returns the last address of X-Forwarded-For, which the proxy itself has added, or that of X-Real-IP. The entries
 * before it are the caller's own claims.
 */
function forwardedAddress(rawHeaders: readonly string[]): string | undefined {
  let forwarded: string | undefined
  let real: string | undefined
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase()
    if (name === 'x-forwarded-for') forwarded = rawHeaders[index + 1]
    else if (name === 'x-real-ip') real = rawHeaders[index + 1]
  }
  return addressIn(forwarded?.split(',').at(-1)) ?? addressIn(real)
}

/** Returns the address in `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1` or `[2001:db8::1]:443`. */
function addressIn(text: string | undefined): string | undefined {
  const [, bracketed, plain] = /^\s*(?:\[([^\]%]+)\](?::\d+)?|([^\s%]+))\s*$/.exec(text ?? '') ?? []
  const address = bracketed ?? plain?.replace(/^([\d.]+):\d+$/, '$1') ?? ''
  return isIP(address) === 0 ? undefined : address
}
