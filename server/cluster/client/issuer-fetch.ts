import { Agent, ProxyAgent, request, type Dispatcher } from 'undici'
import { EnvironmentProxy } from './proxy/environment-proxy.ts'
import { httpProxyOptions } from './proxy/http-proxy.ts'
import { socksConnector } from './proxy/socks-connector.ts'

const CONNECT_MS = 3000
const ANSWER_MS = 10_000
const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * Returns a fetch function for calls to an issuer: its own CA if configured, the proxies of the environment, a time-out, a
 * size limit, no redirects. Plain HTTP is used only if the issuer's own URL is http, which is accepted on loopback only.
 * Throws ProxyVariableError.
 */
export function issuerFetch(
  issuer: string,
  ca: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): typeof fetch {
  const { protocol: issuerProtocol } = new URL(issuer)
  const proxies = new EnvironmentProxy(env)
  const dispatchers = new Map<string | undefined, Dispatcher>()
  const dispatcherFor = (origin: string): Dispatcher => {
    const proxy = proxies.for(origin)
    const dispatcher = dispatchers.get(proxy) ?? openDispatcher(proxy, ca)
    dispatchers.set(proxy, dispatcher)
    return dispatcher
  }
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'https:' && url.protocol !== issuerProtocol)
      throw new TypeError(`the issuer uses a URL that is not https: ${url.origin}`)
    const { statusCode, headers, body } = await request(url, {
      dispatcher: dispatcherFor(url.origin),
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      // The only request bodies are forms.
      body: init.body instanceof URLSearchParams ? init.body.toString() : null,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const answer = new Headers()
    for (const [name, value] of Object.entries(headers)) answer.set(name, String(value))
    return new Response(await body.arrayBuffer(), { status: statusCode, headers: answer })
  }
}

/** Opens connections through a proxy, or direct ones. */
function openDispatcher(proxy: string | undefined, ca: string | undefined): Dispatcher {
  const connect = { timeout: CONNECT_MS, ...(ca === undefined ? {} : { ca }) }
  const limits = { allowH2: false, maxResponseSize: MAX_ANSWER_BYTES }
  if (proxy === undefined) return new Agent({ ...limits, connect })
  if (proxy.startsWith('socks5:'))
    return new Agent({ ...limits, connect: socksConnector(new URL(proxy), { allowH2: false, ...connect }) })
  return new ProxyAgent({ ...limits, ...httpProxyOptions(proxy, connect, connect) })
}
