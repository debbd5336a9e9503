import { isIP } from 'node:net'
import { buildConnector } from 'undici'

/**
 * Returns a connector for connections to an HTTP or HTTPS proxy. undici's ProxyAgent names the proxy in the TLS handshake
 * also if it is an IP address, which RFC 6066 and Node.js forbid.
 */
export function proxyConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options)
  return ({ servername, ...target }, callback) =>
    connect(servername === undefined || isIP(servername) !== 0 ? target : { ...target, servername }, callback)
}
