import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { UnauthenticatedError } from '../../core/errors.ts'
import type { RequestCredentials, Authenticator } from '../authenticator.ts'
import type { Caller } from '../caller.ts'

const KNOWN_MS = 30_000
const MAX_SESSIONS = 10_000

export interface SessionAuthenticatorOptions {
  /** Name of the session cookie; a large one is split into several whose names begin with it. */
  cookieName: string
  /** Returns the session in a Cookie header; undefined without a valid one. */
  read: (cookie: string) => Promise<{ caller: Caller; until: number } | undefined>
  /** URL of the sign-in page. */
  page: string
  /** Milliseconds since 1970. */
  clock: () => number
}

/**
 * Authenticates callers by session cookie. A valid cookie is cached for 30 s, at most until its session
 * expires, under a hash whose key exists only in this process. An invalid cookie is rejected even on a
 * loopback connection.
 */
export class SessionAuthenticator implements Authenticator {
  readonly hint: string
  readonly #options: SessionAuthenticatorOptions
  readonly #key = randomBytes(32)
  readonly #callers = new LRUCache<string, { caller: Caller; until: number }>({ max: MAX_SESSIONS })

  constructor(options: SessionAuthenticatorOptions) {
    this.#options = options
    this.hint = `sign in at ${options.page}`
  }

  authenticateCached({ cookie }: RequestCredentials): Caller | 'uncached' | undefined {
    if (!this.#isPresent(cookie)) return undefined
    const cached = this.#callers.get(this.#hash(cookie))
    return cached !== undefined && this.#options.clock() < cached.until ? cached.caller : 'uncached'
  }

  async authenticate(credentials: RequestCredentials): Promise<Caller | undefined> {
    const { cookie } = credentials
    if (!this.#isPresent(cookie)) return undefined
    const cached = this.authenticateCached(credentials)
    if (cached !== undefined && cached !== 'uncached') return cached
    const session = await this.#options.read(cookie)
    if (session === undefined)
      throw new UnauthenticatedError(
        `the session has expired or is not valid: sign in again at ${this.#options.page}`,
      )
    const until = Math.min(session.until, this.#options.clock() + KNOWN_MS)
    this.#callers.set(this.#hash(cookie), { caller: session.caller, until })
    return session.caller
  }

  #isPresent(cookie: string | undefined): cookie is string {
    return cookie !== undefined && cookie.includes(this.#options.cookieName)
  }

  #hash(cookie: string): string {
    return createHmac('sha256', this.#key).update(cookie).digest('base64')
  }
}
