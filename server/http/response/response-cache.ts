import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { AuthenticatorChain } from '../../auth/authenticator-chain.ts'
import type { AuthorizationPolicy } from '../../auth/authorization-policy.ts'
import type { BudgetAccount, ByteBudget } from '../../core/byte-budget.ts'
import type { Dependencies, Freshness } from '../../core/dependencies.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'
import { credentialsOf } from '../middleware/authenticate.ts'
import { contextOf } from '../middleware/request-context.ts'
import type { ContentEncodings, EncodedBody } from './representation.ts'
import { sendSerialized } from './representation.ts'

/** The least recently used responses are dropped first, also over the budget that other caches share. */
const MAX_RESPONSES = 5_000
/** Approximate memory of an entry besides its body and URL. */
const ENTRY_BYTES = 1024

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
  readonly budget: ByteBudget
  readonly encodings: ContentEncodings
  readonly authentication: AuthenticatorChain
  readonly permission: AuthorizationPolicy
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/**
 * Cache of the responses of routes that opt in, by URL. A cached response is served while its dependencies (reads,
 * rights of this caller, context) would give the same bytes; otherwise the request goes through Express and replaces it.
 * It runs after the request checks, and authenticates callers as Express does.
 */
export class ResponseCache {
  readonly #responses = new LRUCache<string, CacheableResponse>({
    max: MAX_RESPONSES,
    dispose: (response, url) => this.#account.remove(sizeOf(response, url)),
  })
  readonly #account: BudgetAccount
  readonly #options: ResponseCacheOptions

  constructor(options: ResponseCacheOptions) {
    this.#options = options
    this.#account = options.budget.open(() => this.#responses.pop() !== undefined)
  }

  /** Stores the response that was just sent to a request. */
  store(request: IncomingMessage, response: CacheableResponse): void {
    if (!isCacheableRequest(request)) return
    const { url = '' } = request
    this.#responses.set(url, response)
    this.#account.add(sizeOf(response, url))
  }

  /** Serves a request from the cache; false if Express has to. A promise only while an encoding is being computed. */
  tryServe(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const cached = this.#responses.get(request.url ?? '')
    if (cached === undefined || !isCacheableRequest(request)) return false
    const { authentication, permission, encodings, clock } = this.#options
    const caller = authentication.authenticateCached(credentialsOf(request))
    if (caller === undefined || !permission.mayRead(caller)) return false
    const now = clock()
    if (now < cached.computedAt || now >= cached.body.expiresAt) return false
    const freshness = cached.dependencies.freshnessFor(caller)
    if (freshness === undefined) return false
    const context = contextOf(response)
    context.caller = caller
    context.route = cached.route
    const send = (encoded: EncodedBody): boolean => {
      const headers = [...context.headers, ...freshnessHeaders(freshness), 'Vary', cached.vary]
      sendSerialized(response, headers, cached.body, encoded)
      return true
    }
    const encoded = encodings.encode(cached.body.bytes, request.headers['accept-encoding'])
    // Express reports an encoding that fails.
    return encoded instanceof Promise ? encoded.then(send, () => false) : send(encoded)
  }
}

function sizeOf({ body }: CacheableResponse, url: string): number {
  return body.bytes.length + url.length + ENTRY_BYTES
}

function freshnessHeaders({ use, ageMs }: Freshness): string[] {
  return ['X-Cache', use, 'X-Cache-Age-Ms', String(Math.round(ageMs))]
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
