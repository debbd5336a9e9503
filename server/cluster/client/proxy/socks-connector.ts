import { SocksClient } from 'socks'
import { buildConnector } from 'undici'

const DEFAULT_PORT = 1080

/**
 * Returns a connector for undici that connects through a SOCKS5 proxy, which resolves the name of the server. undici's
 * own agent for SOCKS5 is experimental.
 */
export function socksConnector(
  proxy: URL,
  options: buildConnector.BuildOptions & { timeout: number },
): buildConnector.connector {
  const { hostname, port, username, password } = proxy
  const secure = buildConnector(options)
  const via = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? DEFAULT_PORT : Number(port),
    type: 5,
    ...(username === ''
      ? {}
      : { userId: decodeURIComponent(username), password: decodeURIComponent(password) }),
  } as const
  return (target, callback) => {
    const isSecure = target.protocol === 'https:'
    const destination = { host: target.hostname, port: Number(target.port || (isSecure ? 443 : 80)) }
    const client = new SocksClient({ proxy: via, command: 'connect', destination, timeout: options.timeout })
    client.once('established', ({ socket }) => {
      if (isSecure) secure({ ...target, httpSocket: socket }, callback)
      else callback(null, socket)
    })
    client.once('error', (error) => callback(error, null))
    client.connect()
  }
}
