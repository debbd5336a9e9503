import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ReviewToken } from '../../cluster/access/token-review.ts'
import type { Clock } from '../../core/clock.ts'
import { requireReadable, type Caller } from '../caller.ts'
import type { UserInfo } from '../../core/user-info.ts'

const KNOWN_MS = 30_000
const UNKNOWN_MS = 5_000
const REVIEW_TIMEOUT_MS = 3_000
const MAX_TOKENS = 10_000

/** API servers accept any characters but blanks in a token; RFC 6750 §2.1 allows fewer. */
const BEARER = /^bearer +([!-~\x80-\xff]+) *$/i
const NOT_ASCII = /[\x80-\xff]/

interface CachedReview {
  /** Undefined if the cluster rejected the token. */
  caller: Caller | undefined
  /** Expiry, unless a newer review replaces the result. */
  until: number
}

/** Returns the bearer token of an Authorization header; undefined for another scheme. */
export function tokenIn(authorization: string): string | undefined {
  const token = BEARER.exec(authorization)?.[1]
  // Node decodes header bytes as Latin-1; an API server decodes them as UTF-8.
  return token !== undefined && NOT_ASCII.test(token) ? Buffer.from(token, 'latin1').toString() : token
}

/**
 * Authenticates bearer tokens by TokenReview. A valid token is cached for 30 s, an invalid one for 5 s, and
 * reviews of one token are single-flight. Results are cached under a hash whose key exists only in this
 * process; the token itself is kept only with its connection.
 */
export class TokenAuthenticator {
  readonly #review: ReviewToken
  readonly #time: Clock
  readonly #key = randomBytes(32).toString('base64')
  readonly #reviewed = new LRUCache<string, CachedReview>({ max: MAX_TOKENS })
  readonly #asking = new Map<string, Promise<Caller | undefined>>()
  /** Most connections repeat the same header, and comparing it takes a tenth of the time of a hash. */
  readonly #byConnection = new WeakMap<object, { authorization: string; reviewed: CachedReview }>()

  constructor(review: ReviewToken, time: Clock) {
    this.#review = review
    this.#time = time
  }

  /** Returns the cached caller of a token; `uncached` if a review is needed. */
  authenticateCached(token: string): Caller | undefined | 'uncached' {
    const cached = this.#cachedReview(token)
    return cached === undefined ? 'uncached' : cached.caller
  }

  /** Returns the cached TokenReview result for this connection's bearer token, if authenticated. */
  cachedForConnection(connection: object, authorization: string): Caller | undefined {
    const entry = this.#byConnection.get(connection)
    if (entry?.authorization === authorization && this.#time.now() < entry.reviewed.until)
      return entry.reviewed.caller
    const token = tokenIn(authorization)
    const reviewed = token === undefined ? undefined : this.#cachedReview(token)
    if (reviewed === undefined) return undefined
    this.#byConnection.set(connection, { authorization, reviewed })
    return reviewed.caller
  }

  /** Returns a token's caller; undefined if the cluster rejects it. Rejects if it could not decide. */
  async authenticate(token: string): Promise<Caller | undefined> {
    const cached = this.authenticateCached(token)
    return cached === 'uncached' ? this.review(token) : cached
  }

  /** Reviews the token now, whatever is cached. */
  async review(token: string): Promise<Caller | undefined> {
    const hash = this.#hash(token)
    const under = this.#asking.get(hash)
    if (under !== undefined) return under
    const asking = this.#reviewAndCache(token, hash).finally(() => this.#asking.delete(hash))
    this.#asking.set(hash, asking)
    return asking
  }

  /** Returns the cached result of a token until it expires. */
  #cachedReview(token: string): CachedReview | undefined {
    const reviewed = this.#reviewed.get(this.#hash(token))
    return reviewed !== undefined && this.#time.now() < reviewed.until ? reviewed : undefined
  }

  async #reviewAndCache(token: string, hash: string): Promise<Caller | undefined> {
    const requestedAt = this.#time.now()
    const user = await this.#review(token, AbortSignal.timeout(REVIEW_TIMEOUT_MS))
    const caller = user === undefined ? undefined : callerFrom(user)
    const before = this.#reviewed.get(hash)
    if (before !== undefined) before.until = -Infinity
    this.#reviewed.set(hash, { caller, until: requestedAt + (caller === undefined ? UNKNOWN_MS : KNOWN_MS) })
    return caller
  }

  /**
   * Every read with a token computes this. An HMAC would take twice as long, and its advantage matters only
   * if hashes leak.
   */
  #hash(token: string): string {
    return hash('sha256', this.#key + token, 'base64')
  }
}

function callerFrom({ name, uid, groups, extra }: UserInfo): Caller {
  for (const claimed of [name, ...groups]) requireReadable(claimed)
  return { name, uid, groups, extra, via: 'token' }
}
