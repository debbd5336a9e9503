import { isIP } from 'node:net'
import { isLoopbackHost } from '../../../core/formats/loopback.ts'
import type { AddressPolicy } from '../../../outbound/address-policy.ts'
import { HostUrlError, parseHostUrl, type HostUrl } from '../../../outbound/host-url.ts'

const MAX_URL = 2048
const HTTPS_PORT = '443'

/** The URL of a channel is not usable. The message is the predicate of a sentence, and does not contain the URL. */
export class TargetError extends Error {}

/** Address of a channel, and the part of it that the outbound client may reach. */
export interface Target {
  readonly url: URL
  readonly base: HostUrl
}

/** Hosts and addresses that callers may name. */
export interface TargetRules {
  /** `host` for port 443, or `host:port`. */
  readonly hosts: readonly string[]
  readonly addresses: AddressPolicy
}

/** Parses a URL that a caller has named. Throws TargetError unless the operator of the service allows its host. */
export function parseCallerTarget(text: string, { hosts, addresses }: TargetRules): Target {
  const url = parseUrl(text)
  const port = url.port === '' ? HTTPS_PORT : url.port
  const names = port === HTTPS_PORT ? [url.hostname, `${url.hostname}:${port}`] : [`${url.hostname}:${port}`]
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  if (!names.some((name) => allowed.has(name)))
    throw new TargetError('names a host that is not in notifications.allowedHosts')
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !addresses.allows(literal))
    throw new TargetError('names an address that is not allowed')
  return targetOf(url)
}

/** Parses a URL that the operator of the service has named: its address may be private. Throws TargetError. */
export function parseOperatorTarget(text: string): Target {
  const url = parseUrl(text)
  try {
    parseHostUrl(text.slice(0, text.search(/[?]|$/)), { allowHttp: false })
  } catch (error) {
    throw error instanceof HostUrlError ? new TargetError(error.message) : error
  }
  return targetOf(url)
}

/** Returns a URL for responses: its host, and nothing of what makes it a credential. */
export function maskUrl(text: string): string {
  const url = URL.parse(text)
  return url === null ? '****' : `${url.origin}/…/****`
}

function parseUrl(text: string): URL {
  const url = text.length > MAX_URL ? null : URL.parse(text)
  if (url === null || url.protocol !== 'https:')
    throw new TargetError(
      `must be a URL such as https://hooks.example.com/path, of at most ${MAX_URL} characters`,
    )
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw new TargetError('must not have credentials or a fragment')
  return url
}

function targetOf(url: URL): Target {
  return { url, base: { url: new URL(url.origin), isLoopback: isLoopbackHost(url.hostname) } }
}
