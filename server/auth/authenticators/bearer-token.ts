import { hash, randomBytes } from 'node:crypto'
import type { ReviewToken } from '../../cluster/access/token-review.ts'
import type { Clock } from '../../core/clock.ts'
import { ExpiringCache } from '../../core/expiring-cache.ts'
import { FairQueue } from '../../core/fair-queue.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import { requireReadable, weightOf, type Caller } from '../caller.ts'
import type { UserInfo } from '../../core/user-info.ts'

const VALID_MS = 30_000
/** Lifetime of a rejection; it doubles with each further one of the same token, up to a minute. */
const REJECTED_MS = 5_000
const MAX_REJECTED_MS = 60_000
/** Time for which a token that was valid counts as known, and is reviewed again without a wait. */
const KNOWN_MS = 60 * 60_000
const REVIEW_TIMEOUT_MS = 3_000
const MAX_TOKENS = 10_000
/**
 * Reviews of unknown tokens. Not their number is limited but how many run: a valid token waits behind the wrong ones of
 * its network for a few milliseconds each, and is not rejected because of them.
 */
const UNKNOWN_REVIEWS = {
  subject: 'reviews of unknown tokens',
  running: 8,
  runningPerCaller: 2,
  waitingPerCaller: 256,
  waiting: 1024,
} as const

/** API servers accept any characters but blanks in a token; RFC 6750 §2.1 allows fewer. */
const BEARER = /^bearer +([!-~\x80-\xff]+) *$/i
const NOT_ASCII = /[\x80-\xff]/

interface ValidToken {
  readonly caller: Caller
  /** Expiry, unless a newer review replaces the result. */
  until: number
}

interface RejectedToken {
  readonly until: number
  /** Lifetime of this rejection, in milliseconds. */
  readonly lifetime: number
}

/** Returns the bearer token of an Authorization header; undefined for another scheme. */
export function tokenIn(authorization: string): string | undefined {
  const token = BEARER.exec(authorization)?.[1]
  // Node decodes header bytes as Latin-1; an API server decodes them as UTF-8.
  return token !== undefined && NOT_ASCII.test(token) ? Buffer.from(token, 'latin1').toString() : token
}

/**
 * Authenticates bearer tokens by TokenReview. A valid token is cached for 30 s, an invalid one for 5 to 60 s, and
 * reviews of one token are single-flight. Results are cached under a hash whose key exists only in this
 * process; the token itself is kept only with its connection.
 */
export class TokenAuthenticator {
  readonly #review: ReviewToken
  readonly #time: Clock
  readonly #key = randomBytes(32).toString('base64')
  /** Tokens that were valid at their last review. Wrong ones are apart, so that they do not displace these. */
  readonly #valid: ExpiringCache<ValidToken>
  readonly #rejected: ExpiringCache<RejectedToken>
  readonly #reviewing = new Map<string, Promise<Caller | undefined>>()
  readonly #unknown = new FairQueue(UNKNOWN_REVIEWS)
  /** Most connections repeat the same header, and comparing it takes a tenth of the time of a hash. */
  readonly #byConnection = new WeakMap<object, { authorization: string; valid: ValidToken }>()

  constructor(review: ReviewToken, time: Clock, ledger: MemoryLedger) {
    this.#review = review
    this.#time = time
    const now = (): number => time.now()
    const cached = { max: MAX_TOKENS, now, ledger, holder: 'tokens' } as const
    this.#valid = new ExpiringCache({ ...cached, weigh: ({ caller }) => weightOf(caller) })
    this.#rejected = new ExpiringCache({ ...cached, weigh: () => 0 })
  }

  /** Returns the cached caller of a token; `uncached` if a review is needed. */
  authenticateCached(token: string): Caller | undefined | 'uncached' {
    return this.#cached(this.#hash(token))
  }

  /** Returns the cached TokenReview result for this connection's bearer token, if authenticated. */
  cachedForConnection(connection: object, authorization: string): Caller | undefined {
    const entry = this.#byConnection.get(connection)
    if (entry?.authorization === authorization && this.#time.now() < entry.valid.until)
      return entry.valid.caller
    const token = tokenIn(authorization)
    const valid = token === undefined ? undefined : this.#cachedValid(this.#hash(token))
    if (valid === undefined) return undefined
    this.#byConnection.set(connection, { authorization, valid })
    return valid.caller
  }

  /**
   * Returns a token's caller; undefined if the cluster rejects it. Rejects if it could not decide, or if too many unknown
   * tokens of this network wait for their review.
   */
  async authenticate(token: string, network: string): Promise<Caller | undefined> {
    const hash = this.#hash(token)
    const cached = this.#cached(hash)
    if (cached !== 'uncached') return cached
    if (this.#valid.get(hash) !== undefined || this.#reviewing.has(hash)) return this.review(token)
    return this.#unknown.run(network, AbortSignal.timeout(REVIEW_TIMEOUT_MS), async () => {
      // Another request may have shown the same token meanwhile.
      const reviewed = this.#cached(hash)
      return reviewed === 'uncached' ? this.review(token) : reviewed
    })
  }

  /** Reviews the token now, whatever is cached. */
  async review(token: string): Promise<Caller | undefined> {
    const hash = this.#hash(token)
    const under = this.#reviewing.get(hash)
    if (under !== undefined) return under
    const reviewing = this.#reviewAndCache(token, hash).finally(() => this.#reviewing.delete(hash))
    this.#reviewing.set(hash, reviewing)
    return reviewing
  }

  #cached(hash: string): Caller | undefined | 'uncached' {
    const caller = this.#cachedValid(hash)?.caller
    if (caller !== undefined) return caller
    const rejected = this.#rejected.get(hash)
    return rejected !== undefined && this.#time.now() < rejected.until ? undefined : 'uncached'
  }

  /** Returns the cached result of a valid token until it has to be reviewed again. */
  #cachedValid(hash: string): ValidToken | undefined {
    const valid = this.#valid.get(hash)
    return valid !== undefined && this.#time.now() < valid.until ? valid : undefined
  }

  async #reviewAndCache(token: string, hash: string): Promise<Caller | undefined> {
    const requestedAt = this.#time.now()
    const user = await this.#review(token, AbortSignal.timeout(REVIEW_TIMEOUT_MS))
    const caller = user === undefined ? undefined : callerFrom(user)
    const before = this.#valid.get(hash)
    if (before !== undefined) before.until = -Infinity
    if (caller === undefined) {
      this.#valid.delete(hash)
      this.#reject(hash, requestedAt)
      return undefined
    }
    this.#rejected.delete(hash)
    this.#valid.set(hash, { caller, until: requestedAt + VALID_MS }, requestedAt + KNOWN_MS)
    return caller
  }

  /** Caches a rejection, longer each time, so that a client that repeats a wrong token costs few reviews. */
  #reject(hash: string, requestedAt: number): void {
    const { lifetime: last = REJECTED_MS / 2 } = this.#rejected.get(hash) ?? {}
    const lifetime = Math.min(2 * last, MAX_REJECTED_MS)
    this.#rejected.set(hash, { until: requestedAt + lifetime, lifetime }, requestedAt + 2 * lifetime)
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
