import { Pool, type ProxyAgent } from 'undici'
import type { TlsMaterial } from '../credentials/interface.ts'
import { proxyConnector } from './proxy-connector.ts'

interface ConnectOptions extends TlsMaterial {
  readonly timeout: number
}

/**
 * Returns the options of a ProxyAgent for an HTTP or HTTPS proxy. `requestTls` is for connections to the server through it,
 * `proxyTls` for connections to the proxy itself.
 */
export function httpProxyOptions(uri: string, requestTls: ConnectOptions, proxyTls: ConnectOptions) {
  const toProxy = { allowH2: false, ...proxyTls }
  const connect = proxyConnector(toProxy)
  return {
    uri,
    requestTls,
    proxyTls: toProxy,
    clientFactory: (url: URL) => new Pool(url, { connect }),
  } satisfies ProxyAgent.Options
}
