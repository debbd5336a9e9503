import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

type Environment = Readonly<Record<string, string | undefined>>

/** One entry of NO_PROXY. */
type Exception = (host: string, port: string) => boolean

const SCHEMES = new Set(['http:', 'https:', 'socks5:', 'socks5h:'])
const WITH_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i
const HOST_AND_PORT = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:]*)$/
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** A proxy variable of the environment is not usable. */
export class ProxyVariableError extends Error {}

/**
 * Proxies that HTTPS_PROXY and HTTP_PROXY name, with the exceptions of NO_PROXY; upper-case variables win. Source: Go,
 * net/http.ProxyFromEnvironment, which kubectl uses.
 */
export class EnvironmentProxy {
  readonly #proxies: Readonly<Record<string, string | undefined>>
  readonly #exceptions: readonly Exception[]

  /** Throws ProxyVariableError. */
  constructor(env: Environment) {
    this.#proxies = { 'https:': proxyOf(env, 'HTTPS_PROXY'), 'http:': proxyOf(env, 'HTTP_PROXY') }
    this.#exceptions = exceptionsOf(variable(env, 'NO_PROXY') ?? '')
  }

  /** Returns the URL of the proxy for an origin; undefined for a direct connection. Loopback is never proxied. */
  for(origin: string): string | undefined {
    const { protocol, hostname, port } = new URL(origin)
    const host = hostname.replace(/^\[|\]$/g, '')
    if (host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, familyOf(host)))) return undefined
    const target = port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port
    return this.#exceptions.some((matches) => matches(host, target)) ? undefined : this.#proxies[protocol]
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function variable(env: Environment, name: string): string | undefined {
  return [env[name], env[name.toLowerCase()]].find((value) => value !== undefined && value !== '')
}

function proxyOf(env: Environment, name: string): string | undefined {
  const value = variable(env, name)
  if (value === undefined) return undefined
  // Go ignores a value that is not a URL.
  const url = URL.parse(WITH_AUTHORITY.test(value) ? value : `http://${value}`)
  if (url === null) return undefined
  if (!SCHEMES.has(url.protocol))
    throw new ProxyVariableError(`${name} must be a URL with the scheme http, https or socks5`)
  return url.href.replace(/^socks5h:/, 'socks5:')
}

function exceptionsOf(list: string): Exception[] {
  const entries = list.split(',').map((entry) => entry.trim().toLowerCase())
  if (entries.includes('*')) return [() => true]
  return entries.flatMap((entry) => exceptionOf(entry) ?? [])
}

function exceptionOf(entry: string): Exception | undefined {
  const subnet = subnetOf(entry)
  if (subnet !== undefined) return (host) => isIP(host) !== 0 && subnet.check(host, familyOf(host))
  const [matched, bracketed, plain, port = ''] = HOST_AND_PORT.exec(entry) ?? []
  const host = matched === undefined ? entry : (bracketed ?? plain ?? '')
  if (host === '') return undefined
  if (isIP(host) !== 0) return addressException(host, port)
  return domainException(host, port)
}

function subnetOf(entry: string): BlockList | undefined {
  const [, address = '', prefix = ''] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? []
  const family = isIP(address)
  if (family === 0 || Number(prefix) > (family === 4 ? 32 : 128)) return undefined
  const list = new BlockList()
  list.addSubnet(address, Number(prefix), familyOf(address))
  return list
}

function addressException(address: string, port: string): Exception {
  const list = new BlockList()
  list.addAddress(address, familyOf(address))
  return (host, target) => isIP(host) !== 0 && list.check(host, familyOf(host)) && isPort(port, target)
}

/** `example.com` and `.example.com` match subdomains; the first matches the name itself, too. */
function domainException(name: string, port: string): Exception {
  const bare = name.startsWith('*.') ? name.slice(1) : name
  const matchesItself = !bare.startsWith('.')
  const written = matchesItself ? bare : bare.slice(1)
  const domain = domainToASCII(written) || written
  return (host, target) =>
    isIP(host) === 0 &&
    (host.endsWith(`.${domain}`) || (matchesItself && host === domain)) &&
    isPort(port, target)
}

function isPort(expected: string, port: string): boolean {
  return expected === '' || expected === port
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
