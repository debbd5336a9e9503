import { UnauthenticatedError } from '../core/errors.ts'
import { loopbackCaller, type Caller } from './caller.ts'
import type { Authenticator, RequestCredentials } from './authenticator.ts'
import { tokenIn, type TokenAuthenticator } from './authenticators/bearer-token.ts'

export interface AuthenticatorChainOptions {
  /** Authentication method of loopback callers; undefined if they are not accepted. */
  loopback: 'port-forward' | 'local' | undefined
  /** Undefined if bearer tokens are not accepted. */
  tokens: TokenAuthenticator | undefined
  /** Tried in this order, before loopback callers are accepted. */
  authenticators: readonly Authenticator[]
}

/** Authenticates the caller of a request, for every route of the API. */
export class AuthenticatorChain {
  readonly #nearby: Caller | undefined
  readonly #tokens: TokenAuthenticator | undefined
  readonly #ways: readonly Authenticator[]

  constructor(options: AuthenticatorChainOptions) {
    this.#nearby = options.loopback === undefined ? undefined : loopbackCaller(options.loopback)
    this.#tokens = options.tokens
    this.#ways = options.authenticators
  }

  /** Returns the caller if it can be authenticated without waiting. */
  authenticateCached(credentials: RequestCredentials): Caller | undefined {
    if (credentials.authorization === undefined) return this.#shown(credentials)
    return this.#tokens?.cachedForConnection(credentials.connection, credentials.authorization)
  }

  /**
   * Returns the caller. Rejects with NotAdmitted if the request is not authenticated, and with ClusterFailure
   * if the cluster could not verify the token. A request with a token is judged by the token alone.
   */
  async authenticate(credentials: RequestCredentials): Promise<Caller> {
    const known = this.authenticateCached(credentials)
    if (known !== undefined) return known
    if (credentials.authorization === undefined) return this.#byOtherWays(credentials)
    return this.#byToken(credentials.authorization, (tokens, token) => tokens.authenticate(token))
  }

  /**
   * Authenticates the caller of an open response again; undefined if it is not accepted any more. If the
   * cluster cannot decide, the caller stays the same.
   */
  async revalidate(credentials: RequestCredentials, caller: Caller): Promise<Caller | undefined> {
    try {
      if (credentials.authorization === undefined) return await this.#byOtherWays(credentials)
      return await this.#byToken(credentials.authorization, (tokens, token) => tokens.review(token))
    } catch (error) {
      return error instanceof UnauthenticatedError ? undefined : caller
    }
  }

  #shown(credentials: RequestCredentials): Caller | undefined {
    for (const way of this.#ways) {
      const known = way.authenticateCached(credentials)
      if (known !== undefined) return known === 'unasked' ? undefined : known
    }
    return credentials.loopback && !credentials.forwarded ? this.#nearby : undefined
  }

  async #byOtherWays(credentials: RequestCredentials): Promise<Caller> {
    for (const way of this.#ways) {
      const caller = await way.authenticate(credentials)
      if (caller !== undefined) return caller
    }
    const caller = this.#shown(credentials)
    if (caller === undefined) throw new UnauthenticatedError(this.#howToComeIn())
    return caller
  }

  async #byToken(
    authorization: string,
    ask: (tokens: TokenAuthenticator, token: string) => Promise<Caller | undefined>,
  ): Promise<Caller> {
    if (this.#tokens === undefined)
      throw new UnauthenticatedError(
        'bearer tokens are not enabled: set tokenAudiences (chart: auth.tokenReview)',
      )
    const token = tokenIn(authorization)
    if (token === undefined)
      throw new UnauthenticatedError('the Authorization header must read: Bearer <token>')
    const caller = await ask(this.#tokens, token)
    if (caller === undefined)
      throw new UnauthenticatedError('invalid bearer token, or issued for another audience')
    return caller
  }

  #howToComeIn(): string {
    const ways = [
      ...(this.#nearby === undefined
        ? []
        : [
            this.#nearby.via === 'port-forward'
              ? 'use kubectl port-forward to the Service'
              : 'call from the machine it runs on',
          ]),
      ...(this.#tokens === undefined ? [] : ['send a bearer token issued for this service’s audience']),
      ...this.#ways.map(({ hint: advice }) => advice),
    ]
    return `authentication required: ${ways.join(', or ')}`
  }
}
