import { createHmac, randomBytes } from 'node:crypto'
import { UnauthenticatedError } from '../../core/errors.ts'
import { ExpiringCache } from '../../core/expiring-cache.ts'
import type { RequestCredentials, Authenticator } from '../authenticator.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import { weightOf, type Caller } from '../caller.ts'

const KNOWN_MS = 30_000
const MAX_SESSIONS = 10_000

export interface SessionAuthenticatorOptions {
  /** Name of the session cookie; a large one is split into several whose names begin with it. */
  cookieName: string
  /** Returns the session of a token, which is the value of the session cookie; undefined if it is not valid. */
  read: (token: string) => Promise<{ caller: Caller; until: number } | undefined>
  /** URL of the sign-in page. */
  page: string
  /** Milliseconds since 1970. */
  clock: () => number
  ledger: MemoryLedger
}

/**
 * Authenticates callers by session cookie. A valid session is cached for 30 s, at most until it expires, under a hash of
 * its token whose key exists only in this process; other cookies do not matter. An invalid session cookie is rejected
 * even on a loopback connection.
 */
export class SessionAuthenticator implements Authenticator {
  readonly hint: string
  readonly #options: SessionAuthenticatorOptions
  readonly #key = randomBytes(32)
  readonly #callers: ExpiringCache<Caller>

  constructor(options: SessionAuthenticatorOptions) {
    this.#options = options
    this.#callers = new ExpiringCache({
      max: MAX_SESSIONS,
      now: options.clock,
      ledger: options.ledger,
      holder: 'sessions',
      weigh: weightOf,
    })
    this.hint = `sign in at ${options.page}`
  }

  authenticateCached({ cookie }: RequestCredentials): Caller | 'uncached' | undefined {
    if (!this.#isPresent(cookie)) return undefined
    const token = sessionTokenIn(cookie, this.#options.cookieName)
    return (token === undefined ? undefined : this.#callers.get(this.#hash(token))) ?? 'uncached'
  }

  async authenticate({ cookie }: RequestCredentials): Promise<Caller | undefined> {
    if (!this.#isPresent(cookie)) return undefined
    const token = sessionTokenIn(cookie, this.#options.cookieName)
    if (token === undefined) throw this.#rejection()
    const hash = this.#hash(token)
    const cached = this.#callers.get(hash)
    if (cached !== undefined) return cached
    const session = await this.#options.read(token)
    if (session === undefined) throw this.#rejection()
    this.#callers.set(hash, session.caller, Math.min(session.until, this.#options.clock() + KNOWN_MS))
    return session.caller
  }

  #rejection(): UnauthenticatedError {
    return new UnauthenticatedError(
      `the session has expired or is not valid: sign in again at ${this.#options.page}`,
    )
  }

  #isPresent(cookie: string | undefined): cookie is string {
    return cookie !== undefined && cookie.includes(this.#options.cookieName)
  }

  #hash(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64')
  }
}

/** Matches the rest of a cookie after the name of the session's: the number of its part, and characters of a JWE. */
const PART = /^(?:\.(\d{1,2}))?=([\w.-]+)$/

/**
 * Returns the session token in a Cookie header, whose parts may be in several cookies; undefined if a part is malformed or
 * occurs twice. One token has one text: what else a header may contain does not make another session of it.
 */
function sessionTokenIn(cookie: string, name: string): string | undefined {
  const parts: string[] = []
  for (const pair of cookie.split(';')) {
    const trimmed = pair.trim()
    if (!trimmed.startsWith(name)) continue
    const [, number = '0', value] = PART.exec(trimmed.slice(name.length)) ?? []
    if (value === undefined || parts[Number(number)] !== undefined) return undefined
    parts[Number(number)] = value
  }
  return parts.length === 0 ? undefined : parts.join('')
}
