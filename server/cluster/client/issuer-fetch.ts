import { Agent, request } from 'undici'

const CONNECT_MS = 3000
const ANSWER_MS = 10_000
const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * Returns a fetch function for calls to an issuer: its own CA if configured, a time-out, a size limit, no
 * redirects. Plain HTTP is used only if the issuer's own URL is http, which is accepted on loopback only.
 */
export function issuerFetch(issuer: string, ca: string | undefined): typeof fetch {
  const { protocol: issuerProtocol } = new URL(issuer)
  const dispatcher = new Agent({
    allowH2: false,
    connect: { timeout: CONNECT_MS, ...(ca === undefined ? {} : { ca }) },
    maxResponseSize: MAX_ANSWER_BYTES,
  })
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'https:' && url.protocol !== issuerProtocol)
      throw new TypeError(`the issuer uses a URL that is not https: ${url.origin}`)
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
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
