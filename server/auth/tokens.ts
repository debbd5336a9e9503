import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Subject, ReviewToken } from '../kube/token-review.ts'
import type { Time } from '../kube/time.ts'
import type { Caller } from './caller.ts'

const KNOWN_MS = 30_000
const UNKNOWN_MS = 5_000
const REVIEW_TIMEOUT_MS = 3_000
const MAX_TOKENS = 10_000

/** RFC 6750 §2.1: the characters a token is made of. */
const BEARER = /^bearer +([\w.~+/=-]+) *$/i

interface Reviewed {
  /** Undefined where the cluster does not know the token. */
  caller: Caller | undefined
  /** It holds until then, or until the cluster says otherwise. */
  until: number
}

/** The token in an Authorization header; undefined where that is none of this kind. */
export function tokenIn(authorization: string): string | undefined {
  return BEARER.exec(authorization)?.[1]
}

/**
 * Whose bearer tokens are, as the cluster says (TokenReview): a token it knows is not asked for again for 30 s, one it does not
 * know for 5 s, and one review is under way per token. What is remembered goes by a hash whose key dies with the process; a
 * token itself is kept with the connection that shows it, and goes with that.
 */
export class Tokens {
  readonly #review: ReviewToken
  readonly #time: Time
  readonly #key = randomBytes(32).toString('base64')
  readonly #reviewed = new LRUCache<string, Reviewed>({ max: MAX_TOKENS })
  readonly #asking = new Map<string, Promise<Caller | undefined>>()
  /** Most connections show the same each time, and to see that takes a tenth of a hash. */
  readonly #shownOn = new WeakMap<object, { authorization: string; reviewed: Reviewed }>()

  constructor(review: ReviewToken, time: Time) {
    this.#review = review
    this.#time = time
  }

  /** Whose a token is, where that was reviewed a moment ago; `unasked` where it has to be. */
  known(token: string): Caller | undefined | 'unasked' {
    const held = this.#held(token)
    return held === undefined ? 'unasked' : held.caller
  }

  /** Whose the token in an Authorization header is that a connection shows, where that is known and it is somebody's. */
  knownOn(connection: object, authorization: string): Caller | undefined {
    const shown = this.#shownOn.get(connection)
    if (shown?.authorization === authorization && this.#time.now() < shown.reviewed.until)
      return shown.reviewed.caller
    const token = tokenIn(authorization)
    const reviewed = token === undefined ? undefined : this.#held(token)
    if (reviewed === undefined) return undefined
    this.#shownOn.set(connection, { authorization, reviewed })
    return reviewed.caller
  }

  /** Whose a token is; undefined where the cluster does not know it. Rejects where the cluster could not say. */
  async callerOf(token: string): Promise<Caller | undefined> {
    const known = this.known(token)
    return known === 'unasked' ? this.reviewed(token) : known
  }

  /** As the cluster says now, whatever it said before. */
  async reviewed(token: string): Promise<Caller | undefined> {
    const hash = this.#hash(token)
    const under = this.#asking.get(hash)
    if (under !== undefined) return under
    const asking = this.#ask(token, hash).finally(() => this.#asking.delete(hash))
    this.#asking.set(hash, asking)
    return asking
  }

  /** What the cluster said of a token, as long as that holds. */
  #held(token: string): Reviewed | undefined {
    const reviewed = this.#reviewed.get(this.#hash(token))
    return reviewed !== undefined && this.#time.now() < reviewed.until ? reviewed : undefined
  }

  async #ask(token: string, hash: string): Promise<Caller | undefined> {
    const at = this.#time.now()
    const user = await this.#review(token, AbortSignal.timeout(REVIEW_TIMEOUT_MS))
    const caller = user === undefined ? undefined : callerFrom(user)
    const before = this.#reviewed.get(hash)
    if (before !== undefined) before.until = -Infinity
    this.#reviewed.set(hash, { caller, until: at + (caller === undefined ? UNKNOWN_MS : KNOWN_MS) })
    return caller
  }

  /** Every read with a token takes this: an HMAC would take twice as long, and what it adds matters only to who sees hashes. */
  #hash(token: string): string {
    return hash('sha256', this.#key + token, 'base64')
  }
}

function callerFrom({ name, uid, groups, extra }: Subject): Caller {
  return { name, uid, groups, extra, via: 'token' }
}
