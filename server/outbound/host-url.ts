import { isLoopbackHost } from '../core/formats/loopback.ts'
import { isBlockedAddress } from './ssrf-guard.ts'

/** The URL of an outside host is not usable. The message is the predicate of a sentence about the setting. */
export class HostUrlError extends Error {}

/** Base URL of a host that the operator of the service names. */
export interface HostUrl {
  /** Without a slash at its end. */
  readonly url: URL
  /** Whether the URL names this machine itself, so that its loopback address is meant. */
  readonly isLoopback: boolean
}

/**
 * Parses the base URL of a host: https, or http if that is allowed, without credentials, query and fragment. Private
 * addresses are allowed, link-local and metadata addresses never. Loopback is allowed only where it is written literally:
 * `0x7f.1` is not. Throws HostUrlError.
 */
export function parseHostUrl(text: string, { allowHttp }: { readonly allowHttp: boolean }): HostUrl {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new HostUrlError('must be a URL such as https://git.example.com')
  if (url.protocol === 'http:' && !allowHttp)
    throw new HostUrlError('must be https: credentials would travel in the clear')
  if (url.username !== '' || url.password !== '') throw new HostUrlError('must not contain credentials')
  if (url.search !== '' || url.hash !== '') throw new HostUrlError('must not have a query or a fragment')
  const isLoopback = isLoopbackHost(url.hostname)
  const isLiteral = text.toLowerCase().includes(url.hostname)
  if (isLoopback ? !isLiteral : isBlockedAddress(url.hostname.replace(/^\[|\]$/g, '')))
    throw new HostUrlError('names an address that is not allowed')
  url.pathname = url.pathname.replace(/\/+$/, '')
  return { url, isLoopback }
}
