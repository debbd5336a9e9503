import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { NotAdmitted } from '../errors.ts'
import type { Credentials, Way } from './authentication.ts'
import type { Caller } from './caller.ts'

const KNOWN_MS = 30_000
const MAX_SESSIONS = 10_000

export interface SessionsOptions {
  /** The cookie a session travels in; a large one is cut into several whose names begin like it. */
  cookieName: string
  /** The session in a Cookie header; undefined where there is none that is good. */
  read: (cookie: string) => Promise<{ caller: Caller; until: number } | undefined>
  /** Where people sign in. */
  page: string
  /** Milliseconds since 1970. */
  clock: () => number
}

/**
 * Who signed in, by the cookie of the session. A cookie that was good is remembered for 30 s, never beyond the end of its
 * session; it goes by a hash whose key dies with the process. A bad one is judged by itself: coming from this host does not
 * make it good.
 */
export class Sessions implements Way {
  readonly advice: string
  readonly #options: SessionsOptions
  readonly #key = randomBytes(32)
  readonly #known = new LRUCache<string, { caller: Caller; until: number }>({ max: MAX_SESSIONS })

  constructor(options: SessionsOptions) {
    this.#options = options
    this.advice = `sign in at ${options.page}`
  }

  known({ cookie }: Credentials): Caller | 'unasked' | undefined {
    if (!this.#isShown(cookie)) return undefined
    const held = this.#known.get(this.#hash(cookie))
    return held !== undefined && this.#options.clock() < held.until ? held.caller : 'unasked'
  }

  async callerOf(credentials: Credentials): Promise<Caller | undefined> {
    const { cookie } = credentials
    if (!this.#isShown(cookie)) return undefined
    const known = this.known(credentials)
    if (known !== undefined && known !== 'unasked') return known
    const session = await this.#options.read(cookie)
    if (session === undefined)
      throw new NotAdmitted(
        `the session is over, or none of this service: sign in again at ${this.#options.page}`,
      )
    const until = Math.min(session.until, this.#options.clock() + KNOWN_MS)
    this.#known.set(this.#hash(cookie), { caller: session.caller, until })
    return session.caller
  }

  #isShown(cookie: string | undefined): cookie is string {
    return cookie !== undefined && cookie.includes(this.#options.cookieName)
  }

  #hash(cookie: string): string {
    return createHmac('sha256', this.#key).update(cookie).digest('base64')
  }
}
