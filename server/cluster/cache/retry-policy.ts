import { ClusterError } from '../../core/errors.ts'
import type { Reachability } from '../contexts/reachability.ts'
import { EndlessListError } from '../client/list-pages.ts'
import type { Clock } from '../../core/clock.ts'
import { Backoff } from './backoff.ts'
import { StalledListError } from './list-progress.ts'
import { MalformedLineError } from './line-splitter.ts'
import { ApiStatusError } from './list-watch.ts'
import { SilentWatchError } from './watchdog.ts'

/** One attempt of a reflector to list and watch. */
export interface Attempt {
  /** The store's version at the end of the attempt. */
  version: string | undefined
  startedAt: number
}

/** HTTP codes that are told apart in metrics; others are `refused_other`. */
const REFUSED_CODES = [
  400, 401, 404, 405, 406, 408, 409, 413, 415, 422, 429, 500, 501, 502, 503, 504,
] as const

type RefusedCode = (typeof REFUSED_CODES)[number]

/** Why an attempt of a reflector ended: a bounded set, for metrics. */
export type EndReason =
  | 'ended'
  | 'expired'
  | 'forbidden'
  | 'lost'
  | 'malformed'
  | 'mistrusted'
  | 'no_stream'
  | 'older'
  | 'silent'
  | 'stalled'
  | 'starting'
  | 'unordered'
  | 'unreachable'
  | 'refused_other'
  | `refused_${RefusedCode}`

/** The next attempt of a reflector. */
export interface NextAttempt {
  /** Why the last one ended. */
  reason: EndReason
  waitMs: number
  /** Ends the wait early. */
  resume: Promise<void>
  /** The identity may not watch here, so cached objects must not be shown any longer. */
  forbidden: boolean
  /** The cached objects are not a base to resume from, and are dropped. */
  forget: boolean
}

/** The cache differs from the cluster for an unknown reason, and has to be listed again. */
export class RelistRequested extends Error {}

/** A complete list was older than the cache: its API server lags behind, or etcd was restored. */
export class StaleListError extends Error {}

/** A resourceVersion of the kind is not comparable, as with aggregating proxies, so that old and new cannot be told apart. */
export class UnorderedVersionError extends Error {}

/** Time for which resourceVersions count as not comparable after one that is not. */
const UNORDERED_MS = 10 * 60_000
/** Time for which an API server that rejected a streaming list gets paginated lists instead. */
const REMEMBERED_MS = 10 * 60_000
const CUTS_BEFORE_PAGES = 2
/** After this many malformed events in a row at one version, the version itself is suspected. */
const STRIKES_BEFORE_LIST = 3
/** An API server does not lag behind this often in a row; a restored etcd does, for ever. */
const OLDER_BEFORE_FORGETTING = 5
const FORBIDDEN_MS = 20_000
const FORBIDDEN_SPREAD_MS = 10_000
/** A watch that ended sooner counts as failed, since reconnecting at once would cause a storm of requests. */
const SHORT_MS = 1000

/**
 * Retry policy of a reflector. The next attempt is made:
 * - at once, after a watch that reached its time-out,
 * - with a new list, after 410,
 * - rarely, while access is forbidden,
 * - when the API server is reachable again, after an outage,
 * - with growing delays otherwise.
 */
export class RetryPolicy {
  readonly #time: Clock
  readonly #reachability: Reachability
  readonly #backoff: Backoff
  #listAgain = false
  #pagesUntil = -Infinity
  #unorderedUntil = -Infinity
  #streamStarted = false
  #cuts = 0
  #strikes: { version: string | undefined; count: number } = { version: undefined, count: 0 }
  #older = 0

  constructor(time: Clock, reachability: Reachability) {
    this.#time = time
    this.#reachability = reachability
    this.#backoff = new Backoff(time)
  }

  /** Whether the watch position is lost, so that a complete list is needed. */
  get listAgain(): boolean {
    return this.#listAgain
  }

  /** Whether to request a streaming list from the API server. */
  get streams(): boolean {
    return this.#time.now() >= this.#pagesUntil
  }

  /** Whether resourceVersions of the kind compare, as far as is known. */
  get ordered(): boolean {
    return this.#time.now() >= this.#unorderedUntil
  }

  /** Records a resourceVersion that is not comparable. */
  markUnordered(): void {
    this.#unorderedUntil = this.#time.now() + UNORDERED_MS
  }

  /** Requires a complete list on the next attempt. */
  mistrust(): void {
    this.#listAgain = true
  }

  /** Records that a streaming list has begun. */
  streamStarted(): void {
    this.#streamStarted = true
  }

  /** Records that a complete list was applied. */
  listed(): void {
    this.#listAgain = false
    this.#streamStarted = false
    this.#cuts = 0
    this.#older = 0
  }

  async after(failure: unknown, attempt: Attempt): Promise<NextAttempt> {
    const { version } = attempt
    const lastedMs = this.#time.now() - attempt.startedAt
    if (lastedMs >= SHORT_MS) this.#backoff.reset()
    const cut = this.#streamStarted
    this.#streamStarted = false
    if (failure === undefined) return this.#next('ended', lastedMs >= SHORT_MS ? 0 : this.#backoff.next())
    if (failure instanceof RelistRequested) return this.#next('mistrusted', 0)
    if (failure instanceof UnorderedVersionError) return { ...this.#next('unordered', 0), forget: true }
    if (failure instanceof ApiStatusError) return this.#refused(failure, attempt)
    if (failure instanceof StalledListError) {
      this.#remember()
      return this.#next('stalled', 0)
    }
    if (cut && ++this.#cuts >= CUTS_BEFORE_PAGES) this.#remember()
    if (failure instanceof MalformedLineError || failure instanceof EndlessListError) {
      this.#strike(version)
      return this.#next('malformed', this.#backoff.next())
    }
    if (failure instanceof StaleListError) return this.#outdated()
    this.#reachability.markUnreachable()
    if (failure instanceof SilentWatchError) return this.#next('silent', this.#backoff.next())
    if (failure instanceof ClusterError) {
      return this.#untilBack('unreachable')
    }
    return this.#next('lost', this.#backoff.next())
  }

  async #refused(
    { code, retryAfterMs }: ApiStatusError,
    { version, startedAt }: Attempt,
  ): Promise<NextAttempt> {
    if (code === 410) {
      // The API server responds again, so earlier failures are over. A list that expires repeatedly keeps its
      // growing delay.
      if (!this.#listAgain) this.#backoff.reset()
      this.#listAgain = true
      return this.#next('expired', this.#backoff.next())
    }
    if (code === 403) {
      if (!(await this.#reachability.isDenialTrustworthy(startedAt))) return this.#untilBack('starting')
      this.#listAgain = true
      const waitMs = FORBIDDEN_MS + this.#time.random() * FORBIDDEN_SPREAD_MS
      return { ...this.#next('forbidden', waitMs), forbidden: true, forget: true }
    }
    // An API server without etcd rejects everything and sends no Retry-After.
    if (code >= 500 && retryAfterMs === undefined && (await this.#reachability.readiness()) === 'not_ready')
      return this.#untilBack(refusedBy(code))
    // Without a cache only a streaming list can be rejected, and a paginated list is the alternative.
    const streaming = this.streams && (version === undefined || this.#listAgain)
    if (streaming && code !== 401 && code !== 429) {
      this.#remember()
      return this.#next('no_stream', 0)
    }
    return this.#next(refusedBy(code), this.#backoff.next(retryAfterMs))
  }

  #outdated(): NextAttempt {
    this.#older++
    const forget = this.#older >= OLDER_BEFORE_FORGETTING
    return { ...this.#next('older', this.#backoff.next()), forget }
  }

  #strike(version: string | undefined): void {
    const count = this.#strikes.version === version ? this.#strikes.count + 1 : 1
    this.#strikes = { version, count }
    if (count >= STRIKES_BEFORE_LIST) {
      this.#listAgain = true
      this.#strikes = { version: undefined, count: 0 }
    }
  }

  #remember(): void {
    this.#pagesUntil = this.#time.now() + REMEMBERED_MS
    this.#cuts = 0
  }

  #untilBack(reason: EndReason): NextAttempt {
    const resume = this.#reachability.waitUntilReady().then(() => this.#backoff.reset())
    return { ...this.#next(reason, this.#backoff.next()), resume }
  }

  #next(reason: EndReason, waitMs: number): NextAttempt {
    return { reason, waitMs, resume: new Promise(() => undefined), forbidden: false, forget: false }
  }
}

function refusedBy(code: number): EndReason {
  const refused = REFUSED_CODES.find((refusedCode) => refusedCode === code)
  return refused === undefined ? 'refused_other' : `refused_${refused}`
}
