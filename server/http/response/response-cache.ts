import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { AuthenticatorChain } from '../../auth/authenticator-chain.ts'
import type { AuthorizationPolicy } from '../../auth/authorization-policy.ts'
import { digestOf } from '../../core/formats/etag.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import type { MemoryAccount, MemoryLedger } from '../../core/memory-ledger.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'
import { credentialsOf } from '../middleware/authenticate.ts'
import { contextOf } from '../middleware/request-context.ts'
import type { BodiesInFlight } from './bodies-in-flight.ts'
import { sendSerialized, type ContentEncodings, type EncodedBody } from './representation.ts'

/** The least recently used responses and URLs are dropped first, also over the limit of the memory ledger. */
const MAX_RESPONSES = 5_000
const MAX_URLS = 10_000
/** Approximate memory of a response besides its body and its dependencies, and of a URL besides its text. */
const RESPONSE_BYTES = 2048
const URL_BYTES = 256

/** The response to a GET, with everything that decides whether it is still true. */
export interface CacheableResponse {
  /** The route template. */
  readonly route: string
  readonly body: SerializedBody<unknown>
  readonly dependencies: Dependencies
  /** Time at which the response was computed, in milliseconds since 1970. */
  readonly computedAt: number
  /** The Vary header. */
  readonly vary: string
}

export interface ResponseCacheOptions {
  readonly ledger: MemoryLedger
  readonly encodings: ContentEncodings
  readonly bodies: BodiesInFlight
  readonly authentication: AuthenticatorChain
  readonly permission: AuthorizationPolicy
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Returns the key of a response: a digest of the route and its validated parameters, whatever the URL said besides. */
export function responseKey(
  route: string,
  { params, query }: { readonly params: unknown; readonly query: unknown },
): string {
  const sorted = Object.entries(query ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return digestOf(JSON.stringify([route, params, sorted]))
}

/**
 * Cache of the responses of routes that opt in, by route and parameters. A cached response is served while its
 * dependencies (reads, rights of this caller, context) would give the same bytes; otherwise the request goes through
 * Express and replaces it. It runs after the request checks, and authenticates callers as Express does.
 */
export class ResponseCache {
  readonly #responses = new LRUCache<string, CacheableResponse>({
    max: MAX_RESPONSES,
    dispose: (response) => this.#account.remove(weightOf(response)),
  })
  /** Keys of the responses by URL, since parsing and validating a URL costs more than serving a response. */
  readonly #keys = new LRUCache<string, string>({
    max: MAX_URLS,
    dispose: (_key, url) => this.#account.remove(url.length + URL_BYTES),
  })
  readonly #account: MemoryAccount
  readonly #options: ResponseCacheOptions

  constructor(options: ResponseCacheOptions) {
    this.#options = options
    this.#account = options.ledger.open(
      'responses',
      () => this.#responses.pop() !== undefined || this.#keys.pop() !== undefined,
    )
  }

  /** Stores the response that was just sent to a request. */
  store(request: IncomingMessage, key: string, response: CacheableResponse): void {
    if (!isCacheableRequest(request)) return
    const { url = '' } = request
    this.#responses.set(key, response)
    this.#account.add(weightOf(response))
    if (this.#keys.get(url) === key) return
    this.#keys.set(url, key)
    this.#account.add(url.length + URL_BYTES)
  }

  /** Serves a request from the cache; false if Express has to. A promise only while an encoding is being computed. */
  tryServe(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const key = this.#keys.get(request.url ?? '')
    const cached = key === undefined ? undefined : this.#responses.get(key)
    if (cached === undefined || !isCacheableRequest(request)) return false
    const { authentication, permission, encodings, bodies, clock } = this.#options
    const caller = authentication.authenticateCached(credentialsOf(request))
    if (caller === undefined || !permission.mayRead(caller)) return false
    const now = clock()
    if (now < cached.computedAt || now >= cached.body.expiresAt) return false
    const freshness = cached.dependencies.freshnessFor(caller)
    if (freshness === undefined) return false
    const context = contextOf(response)
    context.caller = caller
    context.route = cached.route
    if (!bodies.admits(response)) return false
    const send = (encoded: EncodedBody): boolean => {
      const { headers } = context
      headers.push('X-Cache', freshness.use, 'X-Cache-Age-Ms', String(Math.round(freshness.ageMs)))
      headers.push('Vary', cached.vary)
      sendSerialized(response, headers, cached.body, encoded, bodies)
      return true
    }
    const encoded = encodings.encode(cached.body, request.headers['accept-encoding'])
    // Express reports an encoding that fails.
    return encoded instanceof Promise ? encoded.then(send, () => false) : send(encoded)
  }
}

function weightOf({ body, dependencies }: CacheableResponse): number {
  return body.bytes.length + dependencies.weight + RESPONSE_BYTES
}

/**
 * Request headers that never change the response to a cacheable route, besides those that select one of its forms
 * (Accept-Encoding, If-None-Match) or authenticate the caller (Authorization, Cookie). A request with any other
 * header goes through Express: a route may come to depend on it.
 */
const HARMLESS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'cookie',
  'dnt',
  'host',
  'if-none-match',
  'keep-alive',
  'pragma',
  'priority',
  'referer',
  'save-data',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'sec-gpc',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-request-id',
])
/** Longer URLs are not kept: few callers repeat them, and they would fill the memory. */
const MAX_URL_LENGTH = 1024

/**
 * Whether the response cache may serve a request: a GET over HTTP/1.1 with a short URL, whose headers are all harmless
 * and occur once, on a connection that stays open.
 */
function isCacheableRequest(request: IncomingMessage): boolean {
  const { method, url = '', headers, rawHeaders, httpVersionMinor } = request
  if (method !== 'GET' || url.length > MAX_URL_LENGTH || httpVersionMinor !== 1) return false
  const names = Object.keys(headers)
  // Node joins or drops repeated headers; only a request without any has as many names as lines.
  if (names.length * 2 !== rawHeaders.length) return false
  if (headers.connection !== undefined && headers.connection !== 'keep-alive') return false
  return names.every((name) => HARMLESS.has(name))
}
