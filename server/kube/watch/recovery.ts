import { ClusterFailure } from '../../errors.ts'
import type { Reachability } from '../reachability.ts'
import type { Time } from '../time.ts'
import { Backoff } from './backoff.ts'
import { Malformed } from './lines.ts'
import { Refused } from './source.ts'
import { Silent } from './watchdog.ts'

/** What a reflector tried. */
export interface Attempt {
  /** How far it had come when it ended. */
  version: string | undefined
  startedAt: number
}

/** How a reflector goes on. */
export interface NextAttempt {
  /** Why the last one ended, from a bounded set, for metrics. */
  reason: string
  waitMs: number
  /** What may end the wait early. */
  resume: Promise<void>
  /** The identity may not watch here: what is held is not to be shown any longer. */
  forbidden: boolean
  /** What is held is no ground to go on from. */
  forget: boolean
}

/** What is held is not what there is, for a reason nobody knows: it is to be listed anew. */
export class Mistrusted extends Error {}

/** A whole list was older than what is held: it came from an API server that lags behind, or etcd was restored. */
export class OlderList extends Error {}

/** An API server that refused to stream its state is not asked to again for this long (F25). */
const REMEMBERED_MS = 10 * 60_000
const CUTS_BEFORE_PAGES = 2
/** This often in a row at the same version, and the version itself is taken for the cause. */
const STRIKES_BEFORE_LIST = 3
/** An API server does not lag behind this often; a restored etcd does, for ever. */
const OLDER_BEFORE_FORGETTING = 5
const FORBIDDEN_MS = 20_000
const FORBIDDEN_SPREAD_MS = 10_000
/** A watch that ended sooner was no good: coming back at once would be a storm. */
const SHORT_MS = 1000

/**
 * Decides how a reflector goes on after an attempt: at once after a watch that simply ran out, with a new list after 410,
 * seldom where it is forbidden, when the API server is back where it was gone, and with growing pauses otherwise.
 */
export class Recovery {
  readonly #time: Time
  readonly #reachability: Reachability
  readonly #backoff: Backoff
  #listAgain = false
  #pagesUntil = -Infinity
  #begun = false
  #cuts = 0
  #strikes: { version: string | undefined; count: number } = { version: undefined, count: 0 }
  #older = 0

  constructor(time: Time, reachability: Reachability) {
    this.#time = time
    this.#reachability = reachability
    this.#backoff = new Backoff(time)
  }

  /** The position is lost: all there is must be told anew. */
  get listAgain(): boolean {
    return this.#listAgain
  }

  /** Whether the API server is worth asking for its state as a stream. */
  get streams(): boolean {
    return this.#time.now() >= this.#pagesUntil
  }

  /** What is held is not to be gone on from. */
  mistrust(): void {
    this.#listAgain = true
  }

  /** A stream of all there is has begun. */
  begun(): void {
    this.#begun = true
  }

  /** A whole list was taken in. */
  listed(): void {
    this.#listAgain = false
    this.#begun = false
    this.#cuts = 0
    this.#older = 0
  }

  async after(failure: unknown, attempt: Attempt): Promise<NextAttempt> {
    const { version } = attempt
    const lastedMs = this.#time.now() - attempt.startedAt
    if (lastedMs >= SHORT_MS) this.#backoff.reset()
    const cut = this.#begun
    this.#begun = false
    if (failure === undefined) return this.#next('ended', lastedMs >= SHORT_MS ? 0 : this.#backoff.next())
    if (failure instanceof Mistrusted) return this.#next('mistrusted', 0)
    if (failure instanceof Refused) return this.#refused(failure, attempt)
    if (cut && ++this.#cuts >= CUTS_BEFORE_PAGES) this.#remember()
    if (failure instanceof Malformed) {
      this.#strike(version)
      return this.#next('malformed', this.#backoff.next())
    }
    if (failure instanceof OlderList) return this.#outdated()
    this.#reachability.lost()
    if (failure instanceof Silent) return this.#next('silent', this.#backoff.next())
    if (failure instanceof ClusterFailure) {
      return this.#untilBack('unreachable')
    }
    return this.#next('lost', this.#backoff.next())
  }

  async #refused({ code, retryAfterMs }: Refused, { version, startedAt }: Attempt): Promise<NextAttempt> {
    if (code === 410) {
      // It answers again, so what failed before is over; a list that expires again and again is another matter.
      if (!this.#listAgain) this.#backoff.reset()
      this.#listAgain = true
      return this.#next('expired', this.#backoff.next())
    }
    if (code === 403) {
      if (!(await this.#reachability.trusts(startedAt))) return this.#untilBack('starting')
      this.#listAgain = true
      const waitMs = FORBIDDEN_MS + this.#time.random() * FORBIDDEN_SPREAD_MS
      return { ...this.#next('forbidden', waitMs), forbidden: true, forget: true }
    }
    // Where its etcd is away it refuses everything, and says nothing of when that is over.
    if (code >= 500 && retryAfterMs === undefined && (await this.#reachability.readiness()) === 'not_ready')
      return this.#untilBack(`refused_${code}`)
    // Only a stream of all there is can be refused while nothing is held, and pages are the other way to get it.
    const streaming = this.streams && (version === undefined || this.#listAgain)
    if (streaming && code !== 401 && code !== 429) {
      this.#remember()
      return this.#next('no_stream', 0)
    }
    return this.#next(`refused_${code}`, this.#backoff.next(retryAfterMs))
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

  #untilBack(reason: string): NextAttempt {
    const resume = this.#reachability.back().then(() => this.#backoff.reset())
    return { ...this.#next(reason, this.#backoff.next()), resume }
  }

  #next(reason: string, waitMs: number): NextAttempt {
    return { reason, waitMs, resume: new Promise(() => undefined), forbidden: false, forget: false }
  }
}
