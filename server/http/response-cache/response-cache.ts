import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { RequestActor } from '../../audit/audit-log.ts'
import type { AuthenticatorChain } from '../../auth/authenticator-chain.ts'
import type { Caller } from '../../auth/caller.ts'
import type { AuthorizationPolicy } from '../../auth/authorization-policy.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import type { AccessLog } from '../middleware/access-log.ts'
import { isLoopbackPeer } from '../middleware/authenticate.ts'
import { BackgroundRefresher } from './background-refresh.ts'
import { CacheableRequests, type CacheableRequest } from './cacheable-request.ts'
import type { Lifecycle } from '../server/lifecycle.ts'
import type { EncodedBody, ContentEncodings } from '../response/content-encoding.ts'
import type { Dependencies, Validity } from './dependencies.ts'
import { storedHeaders, type StoredHeaders } from './stored-headers.ts'
import type { AllowedHosts } from '../middleware/allowed-hosts.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { AllowedOrigins } from '../middleware/allowed-origins.ts'
import { notModified } from '../response/send-response.ts'
import { idOf } from '../middleware/request-id.ts'
import type { RequestSeries } from '../../telemetry/request-metrics.ts'
import type { SerializedBody } from '../../api/define-route.ts'
import { strictTransport } from '../middleware/security-headers.ts'
import { endsConnection, HeadEnd, send200, send304, takesWholeHead } from '../response/raw-response.ts'

/** Limit; the least recently used are evicted. Lists count here and in the list cache. */
const MAX_ANSWERS = 5_000
const MAX_BYTES = 24 * 1024 * 1024

/**
 * A larger response is neither recomputed nor compressed here: that costs more than Express and the
 * middleware, and the normal path is measured and rate limited.
 */
const MAX_MADE_BYTES = 256 * 1024

/** The response to a GET. */
export interface ComputedResponse {
  body: SerializedBody<unknown>
  /** Undefined for a response that must not be cached. */
  dependencies: Dependencies | undefined
  /** Time of its computation, in milliseconds since 1970. */
  from: number
}

/** The response to a GET, as it was sent. */
export interface CacheableResponse extends ComputedResponse {
  route: string
  dependencies: Dependencies
  /** Computes the response again from the caches; rejects if that needs a call to an API server. */
  again: (actor: RequestActor) => Promise<ComputedResponse>
}

interface CacheEntry extends CacheableResponse {
  fields: StoredHeaders
  /** Metric series by status, created on first use. */
  series: { 200?: RequestSeries; 304?: RequestSeries }
  /** The request's part of its access log lines. */
  subject: string
  /** The last response served from this entry; undefined if there was none since it was computed. */
  given: LastServed | undefined
}

/** Caller, time (milliseconds since 1970) and accepted encodings of a response; contains no credentials. */
interface LastServed {
  actor: RequestActor & { caller: Caller }
  now: number
  acceptEncoding: string | undefined
}

export interface ResponseCacheOptions {
  lifecycle: Lifecycle
  metrics: Metrics
  accessLog: AccessLog
  forms: ContentEncodings
  hosts: AllowedHosts
  origins: AllowedOrigins
  authentication: AuthenticatorChain
  permission: AuthorizationPolicy
  clock: () => number
  turns: Scheduler
}

/** A request that may be served from the cache. */
interface CacheLookup {
  asked: CacheableRequest
  given: LastServed
  startedAt: number
}

/** The cached response to send, its validity and its encoded body. */
interface CacheHit {
  held: CacheEntry
  standing: Validity
  form: EncodedBody
}

/**
 * Response cache in front of Express, keyed by the request URL. A hit is served without middleware,
 * validation or handler. A response is valid while its dependencies are unchanged and the caller's access is
 * still cached. If only the objects changed, the handler runs again; URLs in high demand are refreshed in the
 * background. Every other request goes to Express: methods other than GET, Cache-Control or
 * X-Resource-Version, callers whose credentials need a review, caches that are not in sync, access reviews
 * that have expired.
 */
export class ResponseCache {
  readonly #held = new LRUCache<string, CacheEntry>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body: encoded }) => encoded.bytes.length + 1024,
  })
  readonly #plain: CacheableRequests
  readonly #headEnd = new HeadEnd()
  readonly #ahead: BackgroundRefresher<CacheEntry>
  readonly #options: ResponseCacheOptions

  constructor(options: ResponseCacheOptions) {
    this.#options = options
    this.#plain = new CacheableRequests(options.hosts, options.origins)
    this.#ahead = new BackgroundRefresher(
      (url, held) => this.#makeAhead(url, held),
      options.clock,
      options.turns,
    )
  }

  /** Stores the response to a request. */
  store({ url = '' }: IncomingMessage, response: ServerResponse, answer: CacheableResponse): void {
    this.#held.set(url, {
      ...answer,
      fields: storedHeaders(response),
      series: {},
      given: undefined,
      subject: this.#options.accessLog.routePrefix('GET', answer.route, url),
    })
  }

  /** Serves a request if that needs no call to an API server; false leaves it to Express. */
  tryServe(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    if (request.method !== 'GET') return false
    const startedAt = performance.now()
    const { url = '' } = request
    const held = this.#held.get(url)
    if (held === undefined || this.#options.lifecycle.isDraining) return false
    const now = this.#options.clock()
    if (now < held.from) return false
    const asked = this.#plain.parse(request)
    if (asked === undefined || !takesWholeHead(request, response)) return false
    const caller = this.#caller(request, asked)
    if (caller === undefined) return false
    const standing = held.dependencies.validityFor(caller)
    if (standing === undefined) return false
    const actor = { requestId: idOf(asked.requestId), caller, address: request.socket.remoteAddress ?? '' }
    const plain = { asked, given: { actor, now, acceptEncoding: asked.acceptEncoding }, startedAt }
    const small = held.body.bytes.length <= MAX_MADE_BYTES
    if (standing.unchanged && now < held.body.expiresAt) {
      const form = this.#options.forms.encode(held.body.bytes, asked.acceptEncoding)
      if (!(form instanceof Promise)) return this.#give(response, plain, { held, standing, form })
      // A failed compression is left to the normal path, which reports the error.
      const give = (made: EncodedBody): boolean => this.#give(response, plain, { held, standing, form: made })
      return small && form.then(give, () => false)
    }
    return small && this.#again(url, held, response, plain)
  }

  /** Returns the caller, if it is authenticated from a cache and authorized to read. */
  #caller({ socket }: IncomingMessage, { authorization, cookie }: CacheableRequest): Caller | undefined {
    const { authentication, permission } = this.#options
    const caller = authentication.authenticateCached({
      connection: socket,
      loopback: isLoopbackPeer(socket),
      forwarded: false,
      authorization,
      cookie,
      // Requests with a proxy's headers are never served from this cache.
      proxied: undefined,
    })
    return caller !== undefined && permission.mayRead(caller) ? caller : undefined
  }

  /** Sends the cached response and records its caller. */
  #give(response: ServerResponse, plain: CacheLookup, sending: CacheHit): boolean {
    sending.held.given = plain.given
    this.#send(response, plain, sending)
    return true
  }

  /** Computes the response again and sends it; false if that fails, and Express then reports the error. */
  async #again(
    url: string,
    before: CacheEntry,
    response: ServerResponse,
    plain: CacheLookup,
  ): Promise<boolean> {
    const made = await this.#made(before, plain.given).catch(() => undefined)
    if (made === undefined) {
      this.#held.delete(url)
      return false
    }
    this.#replace(url, made.held)
    this.#send(response, plain, made)
    return true
  }

  /** Computes the response again for its last caller, without a waiting request. */
  async #makeAhead(url: string, before: CacheEntry): Promise<void> {
    if (before.given === undefined || this.#held.peek(url) !== before) return
    const made = await this.#made(before, before.given).catch(() => undefined)
    if (made !== undefined && this.#held.peek(url) === before) this.#replace(url, made.held)
  }

  #replace(url: string, held: CacheEntry): void {
    this.#held.set(url, held)
    this.#ahead.track(url, held)
  }

  /** Returns the recomputed response; undefined if it cannot be cached. */
  async #made(before: CacheEntry, { actor, acceptEncoding }: LastServed): Promise<CacheHit | undefined> {
    const made = await before.again(actor)
    const { body: encoded, dependencies: ground } = made
    const standing = ground?.validityFor(actor.caller)
    if (ground === undefined || standing === undefined || encoded.expiresAt <= made.from) return undefined
    const form = await this.#options.forms.encode(encoded.bytes, acceptEncoding)
    return { held: { ...before, ...made, dependencies: ground, given: undefined }, standing, form }
  }

  #send(
    response: ServerResponse,
    { asked, given, startedAt }: CacheLookup,
    { held, standing, form }: CacheHit,
  ): void {
    const { requestId, address } = given.actor
    const last = !this.#options.lifecycle.ready
    const hsts = strictTransport(response.req.socket, asked.host)
    const { etag } = held.body
    const status = notModified(asked.ifNoneMatch, etag) ? 304 : 200
    const fields =
      `X-Request-Id: ${requestId}\r\nX-Cache: ${standing.use}\r\nX-Cache-Age-Ms: ${Math.round(standing.ageMs)}\r\n` +
      (hsts === undefined ? '' : `Strict-Transport-Security: ${hsts}\r\n`) +
      `ETag: ${etag}\r\n${held.fields[status]}` +
      (status === 200 && form.encoding !== undefined ? `Content-Encoding: ${form.encoding}\r\n` : '') +
      this.#headEnd.at(given.now, last)
    if (last) endsConnection(response)
    if (status === 304) send304(response, fields)
    else send200(response, fields, form.bytes)
    const { metrics, accessLog } = this.#options
    const answered = (complete: boolean): void => {
      const milliseconds = performance.now() - startedAt
      const series = (held.series[status] ??= metrics.requests('GET', held.route, status))
      series.add(milliseconds / 1000)
      accessLog.record(held.subject, { requestId, status, complete, milliseconds, peer: address })
    }
    // A response that the operating system has taken completely counts as sent: waiting for the event would
    // cost more than the response.
    if (response.socket?.writableLength === 0) answered(true)
    else if (response.destroyed) answered(false)
    else response.on('close', () => answered(response.writableFinished))
  }
}
