import { LRUCache } from 'lru-cache'
import { background } from '../../core/background.ts'
import { ClusterError, ForbiddenByClusterError } from '../../core/errors.ts'
import type { Verb } from '../client/api-call.ts'
import type { Kind } from '../kind.ts'
import { retryLater } from '../client/retry-after.ts'
import type { Reachability } from '../contexts/reachability.ts'
import type { MemoryAccount, MemoryLedger } from '../../core/memory-ledger.ts'
import type { Clock } from '../../core/clock.ts'

/** The question of an access review: may this identity do this in a namespace, or in all of them? */
export interface AccessQuery {
  verb: Verb
  kind: Kind<unknown>
  subresource?: 'log' | 'scale'
  namespace: string | undefined
  /** Name of a single object; absent: any object. */
  name?: string
}

export interface Decision {
  readonly allowed: boolean
  /** The API server is unreachable, and this is its last decision. */
  readonly stale: boolean
}

const ALLOWED: Decision = { allowed: true, stale: false }
const DENIED: Decision = { allowed: false, stale: false }

/** Sends an access review to the API server; throws if that fails. */
export type Review<A extends AccessQuery = AccessQuery> = (query: A, signal: AbortSignal) => Promise<boolean>

const ALLOW_MS = 8_000
const REFRESH_MS = 6_000
const DENY_MS = 5_000
/** Lifetime of the last allow while the API server is unreachable. */
const STALE_MS = 60_000
/** Longest time a read waits for a review; after that the API server counts as unreachable. */
const REVIEW_TIMEOUT_MS = 2_000
/** Of that so much is for an API server that asks to slow down. */
const MAX_WAIT_MS = 1_500
const RETRY_MS = 1_000
const MAX_KEYS = 10_000
/** A decision that was not used for so long is of no use, even while the API server is unreachable. */
const IDLE_MS = 2 * STALE_MS
/** Approximate memory of a decision besides its key. */
const ENTRY_BYTES = 512

interface CachedDecision {
  usedAt: number
  /** The last decision, and the time of the request for it. */
  allowed: boolean | undefined
  decidedAt: number
  failure: unknown
  failedAt: number
  refreshing: Promise<void> | undefined
}

/** The parts that every cache of access reviews needs. */
export interface AccessReviewDependencies {
  readonly reachability: Reachability
  readonly time: Clock
  readonly ledger: MemoryLedger
}

/**
 * Cache of access reviews. A running watch is not authorized again, so a revoked right has to be noticed
 * here. An allow is valid for 8 s and refreshed on use from 6 s on; a denial is valid for 5 s; identical
 * reviews are single-flight. While the API server is unreachable the last allow is valid for 60 s, and a
 * denial stays a denial.
 */
export class AccessReviewCache<A extends AccessQuery = AccessQuery> {
  readonly #review: Review<A>
  readonly #reachability: Reachability
  readonly #time: Clock
  readonly #decisions = new LRUCache<string, CachedDecision>({
    max: MAX_KEYS,
    dispose: (_decision, key) => this.#account.remove(key.length + ENTRY_BYTES),
  })
  readonly #account: MemoryAccount
  readonly #identityOf: (query: A) => string
  #sweptAt: number

  /** `identityOf` distinguishes the identities that share one cache. */
  constructor(
    review: Review<A>,
    { reachability, time, ledger }: AccessReviewDependencies,
    identityOf: (query: A) => string = () => '',
  ) {
    this.#review = review
    this.#identityOf = identityOf
    this.#reachability = reachability
    this.#time = time
    this.#sweptAt = time.now()
    this.#account = ledger.open('access_reviews', () => this.#decisions.pop() !== undefined)
  }

  /**
   * Returns the cached decision without waiting; undefined if there is none. Use refreshes the decision
   * before it expires.
   */
  peek(query: A): Decision | undefined {
    return this.#cached(query, this.#entryOf(query))
  }

  /** Returns a function that looks up one decision, for callers that repeat the same question. */
  bind(query: A): () => Decision | undefined {
    const entry = this.#entryOf(query)
    return () => this.#cached(query, entry)
  }

  /** Gives the memory back: the context is not served any more. */
  close(): void {
    this.#decisions.clear()
    this.#account.close()
  }

  /** Expires every cached decision, so that the next check asks the API server. */
  forget(): void {
    for (const entry of this.#decisions.values()) entry.decidedAt = -Infinity
  }

  /**
   * Returns the decision, synchronously if it is cached. Throws or rejects with the error that kept the API
   * server from deciding.
   */
  check(query: A): Decision | Promise<Decision> {
    const entry = this.#entryOf(query)
    const cached = this.#cached(query, entry)
    if (cached !== undefined) return cached
    if (entry.failure !== undefined) throw entry.failure
    return this.#refresh(query, entry).then(() => this.#decide(entry))
  }

  #cached(query: A, entry: CachedDecision): Decision | undefined {
    const now = this.#time.now()
    const age = now - entry.decidedAt
    const mayRetry = now - entry.failedAt >= RETRY_MS
    if (entry.allowed === true && age < ALLOW_MS) {
      if (age >= REFRESH_MS && mayRetry) this.#refreshLater(query, entry)
      return ALLOWED
    }
    if (entry.allowed === false && age < DENY_MS) return DENIED
    if (entry.failure === undefined) return undefined
    // The API server was unreachable a moment ago, so callers do not wait for another timeout.
    if (mayRetry) this.#refreshLater(query, entry)
    return this.#lastDecision(entry)
  }

  #decide(entry: CachedDecision): Decision {
    if (entry.failure === undefined) return entry.allowed === true ? ALLOWED : DENIED
    const last = this.#lastDecision(entry)
    if (last === undefined) throw entry.failure
    return last
  }

  /** Returns the last decision, if it is still usable while the API server is unreachable. */
  #lastDecision(entry: CachedDecision): Decision | undefined {
    if (entry.allowed === false) return { allowed: false, stale: true }
    const recent = this.#time.now() - entry.decidedAt < STALE_MS
    return entry.allowed === true && recent ? { allowed: true, stale: true } : undefined
  }

  #refreshLater(query: A, entry: CachedDecision): void {
    background('an access review', () => this.#refresh(query, entry))
  }

  #refresh(query: A, entry: CachedDecision): Promise<void> {
    entry.refreshing ??= this.#runReview(query, entry).finally(() => (entry.refreshing = undefined))
    return entry.refreshing
  }

  async #runReview(query: A, entry: CachedDecision): Promise<void> {
    try {
      // A denial soon after an outage is reviewed once more, after the API server has reported that it is
      // ready.
      const answer = (await this.#sendReview(query)) ?? (await this.#sendReview(query))
      if (answer === undefined)
        throw new ClusterError('could not check permissions in the cluster', 'the API server is starting')
      entry.allowed = answer.allowed
      entry.decidedAt = answer.requestedAt
      entry.failure = undefined
    } catch (error) {
      entry.failure = error
      entry.failedAt = this.#time.now()
      // The previous decision counts while the API server is unreachable, but not once it denies the review
      // itself.
      if (isRefused(error)) entry.allowed = undefined
    }
  }

  /**
   * Sends one review and returns the decision with the time of the request; undefined for a denial that is
   * not trustworthy yet.
   */
  async #sendReview(query: A): Promise<{ allowed: boolean; requestedAt: number } | undefined> {
    const requestedAt = this.#time.now()
    const signal = AbortSignal.timeout(REVIEW_TIMEOUT_MS)
    const review = retryLater({ time: this.#time, maxWaitMs: MAX_WAIT_MS, signal }, () =>
      this.#review(query, signal),
    )
    const allowed = await review.catch((error: unknown) => {
      // The service may not even create access reviews: the live call then finds out what it may do.
      if (error instanceof ForbiddenByClusterError) return false
      if (!isRefused(error)) this.#reachability.markUnreachable()
      throw error
    })
    return allowed || (await this.#reachability.isDenialTrustworthy(requestedAt))
      ? { allowed, requestedAt }
      : undefined
  }

  #entryOf(query: A): CachedDecision {
    const { verb, kind, subresource = '', namespace = '', name = '' } = query
    const key = `${verb} ${kind.plural}.${kind.apiGroup}/${subresource} ${namespace}/${name} ${this.#identityOf(query)}`
    const existing = this.#decisions.get(key)
    const usedAt = this.#time.now()
    if (existing !== undefined) {
      existing.usedAt = usedAt
      return existing
    }
    this.#sweep(usedAt)
    const entry = {
      usedAt,
      allowed: undefined,
      decidedAt: -Infinity,
      failure: undefined,
      failedAt: -Infinity,
      refreshing: undefined,
    }
    this.#decisions.set(key, entry)
    this.#account.add(key.length + ENTRY_BYTES)
    return entry
  }

  /** Drops the decisions that are not used any more. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < IDLE_MS) return
    this.#sweptAt = now
    const idle = [...this.#decisions.entries()].filter(([, { usedAt }]) => now - usedAt >= IDLE_MS)
    for (const [key] of idle) this.#decisions.delete(key)
  }
}

/** Whether the API server responded, but denied the access review itself. */
function isRefused(error: unknown): boolean {
  return error instanceof ClusterError && error.cause instanceof ForbiddenByClusterError
}
