import { LRUCache } from 'lru-cache'
import { ClusterFailure, Denied } from '../errors.ts'
import type { Verb } from './call.ts'
import type { Kind } from './kinds.ts'
import type { Reachability } from './reachability.ts'
import type { Time } from './time.ts'

/** What is asked for: may this identity do this, in this namespace or in all of them? */
export interface Asked {
  verb: Verb
  kind: Kind<unknown>
  subresource?: 'log'
  namespace: string | undefined
  /** One object alone; none: any of them. */
  name?: string
}

export interface Decision {
  readonly allowed: boolean
  /** The API server could not be asked: this is the last it said. */
  readonly stale: boolean
}

const ALLOWED: Decision = { allowed: true, stale: false }
const DENIED: Decision = { allowed: false, stale: false }

/** Asks the API server itself (an access review); throws where it cannot be asked. */
export type Review<A extends Asked = Asked> = (asked: A, signal: AbortSignal) => Promise<boolean>

const ALLOW_MS = 8_000
const REFRESH_MS = 6_000
const DENY_MS = 5_000
/** How long the last allow is good for while the API server is away (faults.md F1, F4). */
const STALE_MS = 60_000
/** A reader waits for a review no longer than this before the API server is taken to be away. */
const REVIEW_TIMEOUT_MS = 2_000
const RETRY_MS = 1_000
const MAX_KEYS = 10_000

interface Held {
  /** The last answer, and when it was asked for. */
  allowed: boolean | undefined
  at: number
  failure: unknown
  failedAt: number
  asking: Promise<void> | undefined
}

/**
 * Says whether what is cached may be shown: a watch that runs is not authorised anew, so a right that is taken away must
 * be noticed here. An allow holds 8 s and is renewed from 6 s on by those who use it, a denial holds 5 s; one review is
 * under way per question. While the API server is away the last allow holds for a minute; a denial never opens.
 */
export class Gate<A extends Asked = Asked> {
  readonly #review: Review<A>
  readonly #reachability: Reachability
  readonly #time: Time
  readonly #held = new LRUCache<string, Held>({ max: MAX_KEYS })
  readonly #of: (asked: A) => string

  /** `of` tells questions of several identities apart, where one gate is asked about more than its own. */
  constructor(
    review: Review<A>,
    reachability: Reachability,
    time: Time,
    of: (asked: A) => string = () => '',
  ) {
    this.#review = review
    this.#of = of
    this.#reachability = reachability
    this.#time = time
  }

  /** The decision where nobody has to wait for it; it is renewed early by those who use it. */
  known(asked: A): Decision | undefined {
    return this.#known(asked, this.#for(asked))
  }

  /** `known` for one who asks the same often. */
  asking(asked: A): () => Decision | undefined {
    const held = this.#for(asked)
    return () => this.#known(asked, held)
  }

  /** Asks anew whatever it is asked next. */
  forget(): void {
    for (const held of this.#held.values()) held.at = -Infinity
  }

  /** The decision, at once where it is known. Throws (or rejects) with what kept the API server from saying. */
  check(asked: A): Decision | Promise<Decision> {
    const held = this.#for(asked)
    const known = this.#known(asked, held)
    if (known !== undefined) return known
    if (held.failure !== undefined) throw held.failure
    return this.#refresh(asked, held).then(() => this.#decide(held))
  }

  #known(asked: A, held: Held): Decision | undefined {
    const now = this.#time.now()
    const age = now - held.at
    const asksAgain = now - held.failedAt >= RETRY_MS
    if (held.allowed === true && age < ALLOW_MS) {
      if (age >= REFRESH_MS && asksAgain) void this.#refresh(asked, held)
      return ALLOWED
    }
    if (held.allowed === false && age < DENY_MS) return DENIED
    if (held.failure === undefined) return undefined
    // It was away a moment ago: nobody waits for it to be away again.
    if (asksAgain) void this.#refresh(asked, held)
    return this.#away(held)
  }

  #decide(held: Held): Decision {
    if (held.failure === undefined) return held.allowed === true ? ALLOWED : DENIED
    const last = this.#away(held)
    if (last === undefined) throw held.failure
    return last
  }

  /** What the last answer is good for while the API server is away. */
  #away(held: Held): Decision | undefined {
    if (held.allowed === false) return { allowed: false, stale: true }
    const recent = this.#time.now() - held.at < STALE_MS
    return held.allowed === true && recent ? { allowed: true, stale: true } : undefined
  }

  #refresh(asked: A, held: Held): Promise<void> {
    held.asking ??= this.#ask(asked, held).finally(() => (held.asking = undefined))
    return held.asking
  }

  async #ask(asked: A, held: Held): Promise<void> {
    try {
      // A denial soon after an outage is asked for once more, when the API server has said that it is ready.
      const answer = (await this.#answer(asked)) ?? (await this.#answer(asked))
      if (answer === undefined)
        throw new ClusterFailure('the cluster could not say what may be read', 'the API server is starting')
      held.allowed = answer.allowed
      held.at = answer.at
      held.failure = undefined
    } catch (error) {
      held.failure = error
      held.failedAt = this.#time.now()
      // What it said before counts while it is away, and no longer once it will not say.
      if (isRefused(error)) held.allowed = undefined
    }
  }

  /** One answer, and when it was asked for; undefined for a denial that is not to be believed. */
  async #answer(asked: A): Promise<{ allowed: boolean; at: number } | undefined> {
    const at = this.#time.now()
    const allowed = await this.#review(asked, AbortSignal.timeout(REVIEW_TIMEOUT_MS)).catch(
      (error: unknown) => {
        // It may not even ask: the live call finds out what it may do.
        if (error instanceof Denied) return false
        if (!isRefused(error)) this.#reachability.lost()
        throw error
      },
    )
    return allowed || (await this.#reachability.trusts(at)) ? { allowed, at } : undefined
  }

  #for(asked: A): Held {
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

/** Whether the API server is there, and the service may not ask it. */
function isRefused(error: unknown): boolean {
  return error instanceof ClusterFailure && error.cause instanceof Denied
}
