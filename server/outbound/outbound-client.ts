import type { LookupFunction } from 'node:net'
import { Agent, EnvHttpProxyAgent, request as send, type Dispatcher } from 'undici'
import type { Clock } from '../core/clock.ts'
import { detailsOf } from './failure-details.ts'
import type { HostUrl } from './host-url.ts'
import { OutboundError } from './outbound-error.ts'
import { guardedLookup } from './ssrf-guard.ts'

const CONNECT_MS = 3_000
/** Time limit of a request with its redirects, until its body is complete. */
const RESPONSE_MS = 10_000
/** Default limit of a response's body. */
const MAX_BYTES = 8 * 1024 * 1024
const MAX_REDIRECTS = 2
/** Part of a body that is read although it does not matter. */
const DISCARDED_BYTES = 4 * 1024
/** Redirects that every method follows, and those that only reads follow: a POST would become a GET. */
const REDIRECTS = new Set([307, 308])
const READ_REDIRECTS = new Set([301, 302])

export interface OutboundRequest {
  readonly method: string
  /** Absolute; of the client's origin and below its base URL. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** Default: 8 MiB. */
  readonly maxBytes?: number
  /** Whether only the status matters: the body is discarded, and one that is slow or large is no failure. */
  readonly discardBody?: boolean
}

export interface OutboundResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A response whose body is read as it arrives. */
export interface OpenResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Rejects with OutboundError. Leaving the iteration closes the connection. */
  readonly body: AsyncIterable<Buffer>
}

export interface OutboundOptions {
  readonly base: HostUrl
  /** CA certificates in PEM; undefined: those that Node.js trusts. */
  readonly ca: string | undefined
  readonly userAgent: string
  readonly time: Clock
  /** Resolves the host's name, with a guard; default: refuses loopback, link-local and metadata addresses. */
  readonly lookup?: LookupFunction
  /** Redirects of the same origin that are followed; default: 2. */
  readonly maxRedirects?: number
  /** Proxies to use; default: those of HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  readonly proxies?: { readonly httpProxy: string; readonly httpsProxy: string; readonly noProxy: string }
}

/**
 * HTTP client for one host that the operator of the service names. It sends to that origin only: a redirect to another is an
 * error, so no credential reaches it. Names are resolved through the SSRF guard. Bodies and times are limited, and nothing
 * is sent twice.
 */
export class OutboundClient {
  readonly #options: OutboundOptions
  readonly #dispatcher: Dispatcher

  constructor(options: OutboundOptions) {
    this.#options = options
    const { base, ca, proxies = {} } = options
    const tls = ca === undefined ? {} : { ca }
    const lookup = lookupOf(options)
    const agent = {
      allowH2: false,
      connections: 32,
      headersTimeout: RESPONSE_MS,
      bodyTimeout: RESPONSE_MS,
      connect: { timeout: CONNECT_MS, ...tls, ...lookup },
    }
    // A proxy could not reach the loopback address of this machine.
    this.#dispatcher = base.isLoopback
      ? new Agent(agent)
      : new EnvHttpProxyAgent({ ...agent, requestTls: tls, ...proxies })
  }

  /** Sends a request and reads its whole response, of whatever status. Rejects with OutboundError. */
  async send(request: OutboundRequest): Promise<OutboundResponse> {
    const late = new AbortController()
    const cancel = this.#options.time.after(RESPONSE_MS, () => late.abort())
    const signal = AbortSignal.any([request.signal, late.signal])
    try {
      return await this.#follow({ ...request, signal }, 0)
    } catch (error) {
      if (late.signal.aborted && !(error instanceof OutboundError))
        throw new OutboundError('time-out', 'no complete response within 10 s (time-out)')
      throw failureOf(error, request.signal)
    } finally {
      cancel()
    }
  }

  /**
   * Sends a request and returns its response when the headers have arrived; the body follows as it arrives. The signal is the
   * only time limit. A redirect is an error. Rejects with OutboundError.
   */
  async open(request: OutboundRequest): Promise<OpenResponse> {
    const { method, body, signal, maxBytes = MAX_BYTES } = request
    try {
      const response = await send(this.#checked(request.url), {
        dispatcher: this.#dispatcher,
        method,
        headers: { ...request.headers, 'user-agent': this.#options.userAgent },
        body: body ?? null,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const { statusCode: status } = response
      const headers = textHeaders(response.headers)
      if (REDIRECTS.has(status) || READ_REDIRECTS.has(status) || status === 303) {
        response.body.on('error', () => undefined).destroy()
        throw new OutboundError('redirect', 'the host redirects, which is not followed')
      }
      refuseUnusable(response.body, headers, maxBytes)
      // An abort before anything reads the body must not be an uncaught error.
      response.body.on('error', () => undefined)
      return { status, headers, body: readChunks(response.body, maxBytes, signal) }
    } catch (error) {
      throw failureOf(error, signal)
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy()
  }

  async #follow(request: OutboundRequest, redirects: number): Promise<OutboundResponse> {
    const url = this.#checked(request.url)
    const { userAgent } = this.#options
    const response = await send(url, {
      dispatcher: this.#dispatcher,
      method: request.method,
      headers: { 'user-agent': userAgent, ...request.headers },
      body: request.body ?? null,
      signal: request.signal,
    })
    const { statusCode: status } = response
    const headers = textHeaders(response.headers)
    const target = headers['location']
    if (request.discardBody === true) await discard(response.body)
    if (target === undefined || !isFollowed(request.method, status)) {
      if (request.discardBody === true) return { status, headers, body: Buffer.alloc(0) }
      return { status, headers, body: await readBody(response.body, headers, request.maxBytes ?? MAX_BYTES) }
    }
    await response.body.dump()
    const { maxRedirects = MAX_REDIRECTS } = this.#options
    if (redirects >= maxRedirects)
      throw new OutboundError('redirect', `the host redirects more than ${maxRedirects} times`)
    return this.#follow({ ...request, url: this.#redirected(target, url) }, redirects + 1)
  }

  /** Returns the URL if it is of this client's host; anything else would get the credentials of the request. */
  #checked(text: string): URL {
    const { url: base } = this.#options.base
    const url = URL.parse(text)
    const prefix = base.pathname === '/' ? '/' : `${base.pathname}/`
    if (url === null || url.origin !== base.origin || !`${url.pathname}/`.startsWith(prefix))
      throw new OutboundError('refused', 'the request leads outside of the configured host')
    return url
  }

  #redirected(target: string, from: URL): string {
    const url = URL.parse(target, from)
    if (url === null || url.origin !== this.#options.base.url.origin)
      throw new OutboundError('redirect', `the host redirects to ${url?.origin ?? 'a URL that is not valid'}`)
    return url.href
  }
}

function lookupOf({ base, lookup }: OutboundOptions): { lookup?: LookupFunction } {
  if (lookup !== undefined) return { lookup }
  return base.isLoopback ? {} : { lookup: guardedLookup }
}

/** Reads a small body, so that the connection can be used again, and closes the connection of another. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  await body.dump({ limit: DISCARDED_BYTES }).catch(() => undefined)
}

function isFollowed(method: string, status: number): boolean {
  return REDIRECTS.has(status) || (method === 'GET' && READ_REDIRECTS.has(status))
}

function textHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))
}

/** Returns the failure that an error of a request means; one whose signal has fired is a time-out. */
function failureOf(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error
  return signal.aborted
    ? new OutboundError('time-out', detailsOf(signal.reason), { cause: error })
    : new OutboundError('unreachable', detailsOf(error), { cause: error })
}

async function* readChunks(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (error) {
    throw failureOf(error, signal)
  }
}

async function readBody(
  body: Dispatcher.ResponseData['body'],
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<Buffer> {
  refuseUnusable(body, headers, maxBytes)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** Throws for a body that is declared to be too large, or in an encoding that was not requested, and closes its connection. */
function refuseUnusable(
  body: Dispatcher.ResponseData['body'],
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  const isTooLarge = Number(headers['content-length'] ?? 0) > maxBytes
  if (isTooLarge || encoding !== 'identity') {
    body.on('error', () => undefined).destroy()
    throw isTooLarge
      ? tooLarge(maxBytes)
      : new OutboundError('malformed', 'the response has an encoding that was not requested')
  }
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('too-large', `the response is larger than ${Math.floor(maxBytes / 1024)} KiB`)
}
