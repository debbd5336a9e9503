import {
  decode,
  encode,
  getToken,
  type JWT,
  type JWTDecodeParams,
  type JWTEncodeParams,
} from '@auth/core/jwt'
import { claimed, type Caller, type SignedInBy } from './caller.ts'

/** `__Host-`: set by this host over TLS, for this host alone (RFC 6265bis §4.1.3.2). */
export const SESSION_COOKIE = '__Host-cluster-inspector.session'

/** From sign-in to the end, however often the token is made anew. */
const MAX_AGE_SECONDS = 8 * 3600
/** How far the clocks of replicas may be apart. */
const SKEW_SECONDS = 60

/** Who signed in, until when (milliseconds since 1970). */
export interface Session {
  caller: Caller
  until: number
}

/** What a token says of who signed in: no prefix, so that it is made of what was claimed each time. */
export interface SessionClaims extends JWT {
  name: string
  groups: string[]
  via: SignedInBy
  /** The end, in seconds since 1970. */
  until: number
}

/**
 * Sessions as encrypted tokens (JWE, A256CBC-HS512 under a key that is derived from the first of `keys`): whichever replica has
 * the keys reads them, and none keeps anything.
 */
export class SessionTokens {
  readonly #keys: readonly string[]
  readonly #clock: () => number

  constructor(keys: readonly string[], clock: () => number) {
    this.#keys = keys
    this.#clock = clock
  }

  /** What a session that begins now says. */
  begin(via: SignedInBy, { name, groups }: { name: string; groups: readonly string[] }): SessionClaims {
    return { name, groups: [...groups], via, until: Math.floor(this.#clock() / 1000) + MAX_AGE_SECONDS }
  }

  /** For the library: made anew, a token ends when the first one did. */
  readonly encode = async (params: JWTEncodeParams): Promise<string> => {
    const until = Number(params.token?.['until'])
    return encode({ ...params, maxAge: Math.max(0, until - Math.floor(Date.now() / 1000)) })
  }

  /** For the library: null for what is no session, or none any more. Rejects for what is no token of these keys. */
  readonly decode = async (params: JWTDecodeParams): Promise<JWT | null> => {
    const token = await decode({ ...params, secret: [...this.#keys] })
    return token !== null && this.#sessionIn(token) !== undefined ? token : null
  }

  /** The session in a Cookie header; undefined where there is none that is good. */
  async read(cookie: string): Promise<Session | undefined> {
    const token = await getToken({
      req: { headers: { cookie } },
      cookieName: SESSION_COOKIE,
      salt: SESSION_COOKIE,
      secret: [...this.#keys],
      decode: this.decode,
    })
    return token === null ? undefined : this.#sessionIn(token)
  }

  /** Says it to the second: the library lets tokens live 15 s longer, and does not ask when they were made. */
  #sessionIn(token: JWT): Session | undefined {
    const { name, groups, via, until, iat = Infinity } = token
    const now = this.#clock() / 1000
    if (typeof name !== 'string' || !isTexts(groups) || (via !== 'oidc' && via !== 'github')) return undefined
    if (typeof until !== 'number' || until <= now || iat > now + SKEW_SECONDS) return undefined
    if (until > iat + MAX_AGE_SECONDS + SKEW_SECONDS) return undefined
    return { caller: claimed(via, name, groups), until: until * 1000 }
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
