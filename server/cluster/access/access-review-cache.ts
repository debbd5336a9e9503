import { LRUCache } from 'lru-cache'
import { background } from '../../core/background.ts'
import { ClusterError, ForbiddenByClusterError } from '../../core/errors.ts'
import type { Verb } from '../client/api-call.ts'
import type { Kind } from '../kind.ts'
import { askPatiently } from '../client/patience.ts'
import type { Reachability } from '../contexts/reachability.ts'
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
export type Review<A extends AccessQuery = AccessQuery> = (asked: A, signal: AbortSignal) => Promise<boolean>

const ALLOW_MS = 8_000
const REFRESH_MS = 6_000
const DENY_MS = 5_000
/** Lifetime of the last allow while the API server is unreachable. */
const STALE_MS = 60_000
/** Longest time a read waits for a review; after that the API server counts as unreachable. */
const REVIEW_TIMEOUT_MS = 2_000
/** Of that so much is for an API server that asks to slow down. */
const PATIENCE_MS = 1_500
const RETRY_MS = 1_000
const MAX_KEYS = 10_000

interface CachedDecision {
  /** The last decision, and the time of the request for it. */
  allowed: boolean | undefined
  at: number
  failure: unknown
  failedAt: number
  asking: Promise<void> | undefined
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
  readonly #held = new LRUCache<string, CachedDecision>({ max: MAX_KEYS })
  readonly #of: (asked: A) => string

  /** `of` distinguishes the identities that share one cache. */
  constructor(
    review: Review<A>,
    reachability: Reachability,
    time: Clock,
    of: (asked: A) => string = () => '',
  ) {
    this.#review = review
    this.#of = of
    this.#reachability = reachability
    this.#time = time
  }

  /**
   * Returns the cached decision without waiting; undefined if there is none. Use refreshes the decision
   * before it expires.
   */
  peek(asked: A): Decision | undefined {
    return this.#known(asked, this.#for(asked))
  }

  /** Returns a function that looks up one decision, for callers that repeat the same question. */
  bind(asked: A): () => Decision | undefined {
    const held = this.#for(asked)
    return () => this.#known(asked, held)
  }

  /** Expires every cached decision, so that the next check asks the API server. */
  forget(): void {
    for (const held of this.#held.values()) held.at = -Infinity
  }

  /**
   * Returns the decision, synchronously if it is cached. Throws or rejects with the error that kept the API
   * server from deciding.
   */
  check(asked: A): Decision | Promise<Decision> {
    const held = this.#for(asked)
    const known = this.#known(asked, held)
    if (known !== undefined) return known
    if (held.failure !== undefined) throw held.failure
    return this.#refresh(asked, held).then(() => this.#decide(held))
  }

  #known(asked: A, held: CachedDecision): Decision | undefined {
    const now = this.#time.now()
    const age = now - held.at
    const asksAgain = now - held.failedAt >= RETRY_MS
    if (held.allowed === true && age < ALLOW_MS) {
      if (age >= REFRESH_MS && asksAgain) this.#refreshLater(asked, held)
      return ALLOWED
    }
    if (held.allowed === false && age < DENY_MS) return DENIED
    if (held.failure === undefined) return undefined
    // The API server was unreachable a moment ago, so callers do not wait for another timeout.
    if (asksAgain) this.#refreshLater(asked, held)
    return this.#away(held)
  }

  #decide(held: CachedDecision): Decision {
    if (held.failure === undefined) return held.allowed === true ? ALLOWED : DENIED
    const last = this.#away(held)
    if (last === undefined) throw held.failure
    return last
  }

  /** Returns the last decision, if it is still usable while the API server is unreachable. */
  #away(held: CachedDecision): Decision | undefined {
    if (held.allowed === false) return { allowed: false, stale: true }
    const recent = this.#time.now() - held.at < STALE_MS
    return held.allowed === true && recent ? { allowed: true, stale: true } : undefined
  }

  #refreshLater(asked: A, held: CachedDecision): void {
    background('an access review', () => this.#refresh(asked, held))
  }

  #refresh(asked: A, held: CachedDecision): Promise<void> {
    held.asking ??= this.#ask(asked, held).finally(() => (held.asking = undefined))
    return held.asking
  }

  async #ask(asked: A, held: CachedDecision): Promise<void> {
    try {
      // A denial soon after an outage is reviewed once more, after the API server has reported that it is
      // ready.
      const answer = (await this.#answer(asked)) ?? (await this.#answer(asked))
      if (answer === undefined)
        throw new ClusterError('could not check permissions in the cluster', 'the API server is starting')
      held.allowed = answer.allowed
      held.at = answer.at
      held.failure = undefined
    } catch (error) {
      held.failure = error
      held.failedAt = this.#time.now()
      // The previous decision counts while the API server is unreachable, but not once it denies the review
      // itself.
      if (isRefused(error)) held.allowed = undefined
    }
  }

  /**
   * Sends one review and returns the decision with the time of the request; undefined for a denial that is
   * not trustworthy yet.
   */
  async #answer(asked: A): Promise<{ allowed: boolean; at: number } | undefined> {
    const at = this.#time.now()
    const signal = AbortSignal.timeout(REVIEW_TIMEOUT_MS)
    const review = askPatiently({ time: this.#time, patienceMs: PATIENCE_MS, signal }, () =>
      this.#review(asked, signal),
    )
    const allowed = await review.catch((error: unknown) => {
      // The service may not even create access reviews: the live call then finds out what it may do.
      if (error instanceof ForbiddenByClusterError) return false
      if (!isRefused(error)) this.#reachability.markUnreachable()
      throw error
    })
    return allowed || (await this.#reachability.isDenialTrustworthy(at)) ? { allowed, at } : undefined
  }

  #for(asked: A): CachedDecision {
    const { verb, kind, subresource = '', namespace = '', name = '' } = asked
    const key = `${verb} ${kind.plural}.${kind.apiGroup}/${subresource} ${namespace}/${name} ${this.#of(asked)}`
    const known = this.#held.get(key)
    if (known !== undefined) return known
    const held = {
      allowed: undefined,
      at: -Infinity,
      failure: undefined,
      failedAt: -Infinity,
      asking: undefined,
    }
    this.#held.set(key, held)
    return held
  }
}

/** Whether the API server responded, but denied the access review itself. */
function isRefused(error: unknown): boolean {
  return error instanceof ClusterError && error.cause instanceof ForbiddenByClusterError
}
