import { decode, encode, type JWT, type JWTDecodeParams, type JWTEncodeParams } from '@auth/core/jwt'
import type { Caller, SignedInBy } from '../caller.ts'

/** `__Host-`: set by this host over TLS, and sent to this host only (RFC 6265bis §4.1.3.2). */
export const SESSION_COOKIE = '__Host-cluster-inspector.session'

/** Maximum lifetime from sign-in, however often the token is renewed. */
const MAX_AGE_SECONDS = 8 * 3600
/** Tolerated clock difference between replicas. */
const SKEW_SECONDS = 60

/** A user as an issuer states it, without prefixes. */
export interface SignedInUser {
  readonly name: string
  readonly groups: readonly string[]
  /** Identifier of the account at the issuer, if it differs from the name. */
  readonly subject?: string | undefined
}

/** Returns the caller for a user of a sign-in method, with its prefixes. */
export type CallerOf = (via: SignedInBy, user: SignedInUser) => Caller

/** A signed-in caller and the session's expiry (milliseconds since 1970). */
export interface Session {
  caller: Caller
  until: number
}

/** Claims of a session token. The name has no prefix, which is added each time it is read. */
export interface SessionClaims extends JWT {
  name: string
  groups: string[]
  subject?: string
  via: SignedInBy
  /** Expiry, in seconds since 1970. */
  until: number
}

/**
 * Sessions as encrypted tokens (JWE, A256CBC-HS512, with a key derived from the first of `keys`). Every
 * replica with the keys can read them, and none stores sessions.
 */
export class SessionTokens {
  readonly #keys: readonly string[]
  readonly #clock: () => number
  readonly #callerOf: CallerOf

  constructor(keys: readonly string[], clock: () => number, callerOf: CallerOf) {
    this.#keys = keys
    this.#clock = clock
    this.#callerOf = callerOf
  }

  /** Returns the claims of a new session. */
  begin(via: SignedInBy, { name, groups, subject }: SignedInUser): SessionClaims {
    const until = Math.floor(this.#clock() / 1000) + MAX_AGE_SECONDS
    return { name, groups: [...groups], ...(subject === undefined ? {} : { subject }), via, until }
  }

  /** Used by the library. A renewed token expires when the first one did. */
  readonly encode = async (params: JWTEncodeParams): Promise<string> => {
    const until = Number(params.token?.['until'])
    return encode({ ...params, maxAge: Math.max(0, until - Math.floor(Date.now() / 1000)) })
  }

  /**
   * Used by the library. Returns null if the token is not a session or has expired; rejects if none of the
   * keys decrypts it.
   */
  readonly decode = async (params: JWTDecodeParams): Promise<JWT | null> => {
    const token = await decode({ ...params, secret: [...this.#keys] })
    return token !== null && this.#sessionIn(token) !== undefined ? token : null
  }

  /** Returns the session of a token; undefined if it is not valid. */
  async read(token: string): Promise<Session | undefined> {
    // Rejects a token that none of the keys decrypts.
    const claims = await this.decode({ token, salt: SESSION_COOKIE, secret: [...this.#keys] }).catch(
      () => null,
    )
    return claims === null ? undefined : this.#sessionIn(claims)
  }

  /**
   * Checks the expiry to the second: the library accepts tokens for another 15 s, and does not check when
   * they were issued.
   */
  #sessionIn(token: JWT): Session | undefined {
    const { name, groups, subject, via, until, iat = Infinity } = token
    const now = this.#clock() / 1000
    if (typeof name !== 'string' || !isTexts(groups) || (via !== 'oidc' && via !== 'github')) return undefined
    if (typeof until !== 'number' || until <= now || iat > now + SKEW_SECONDS) return undefined
    if (until > iat + MAX_AGE_SECONDS + SKEW_SECONDS) return undefined
    const user = { name, groups, subject: typeof subject === 'string' ? subject : undefined }
    return { caller: this.#callerOf(via, user), until: until * 1000 }
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
