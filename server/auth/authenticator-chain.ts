import { MissingCredentialsError, UnauthenticatedError } from '../core/errors.ts'
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
  readonly #loopbackCaller: Caller | undefined
  readonly #tokens: TokenAuthenticator | undefined
  readonly #authenticators: readonly Authenticator[]

  constructor(options: AuthenticatorChainOptions) {
    this.#loopbackCaller = options.loopback === undefined ? undefined : loopbackCaller(options.loopback)
    this.#tokens = options.tokens
    this.#authenticators = options.authenticators
  }

  /** Returns the caller if it can be authenticated without waiting. */
  authenticateCached(credentials: RequestCredentials): Caller | undefined {
    if (credentials.authorization === undefined) return this.#cachedCaller(credentials)
    return this.#tokens?.cachedForConnection(credentials.connection, credentials.authorization)
  }

  /**
   * Returns the caller. Rejects with UnauthenticatedError if the request is not authenticated, and with ClusterError
   * if the cluster could not verify the token. Reviews of unknown tokens wait in a line of the client's network; a request
   * without credentials costs none. If the request has an Authorization header, no other method is tried.
   */
  async authenticate(credentials: RequestCredentials, network: string): Promise<Caller> {
    const cached = this.authenticateCached(credentials)
    if (cached !== undefined) return cached
    if (credentials.authorization === undefined) return this.#byAuthenticators(credentials)
    return this.#byToken(credentials.authorization, (tokens, token) => tokens.authenticate(token, network))
  }

  /**
   * Authenticates the caller of an open response again, and returns undefined if the credentials are no longer valid.
   * Returns the previous caller if the credentials cannot be verified now.
   */
  async revalidate(credentials: RequestCredentials, caller: Caller): Promise<Caller | undefined> {
    try {
      if (credentials.authorization === undefined) return await this.#byAuthenticators(credentials)
      return await this.#byToken(credentials.authorization, (tokens, token) => tokens.review(token))
    } catch (error) {
      return error instanceof UnauthenticatedError ? undefined : caller
    }
  }

  #cachedCaller(credentials: RequestCredentials): Caller | undefined {
    for (const authenticator of this.#authenticators) {
      const cached = authenticator.authenticateCached(credentials)
      if (cached !== undefined) return cached === 'uncached' ? undefined : cached
    }
    return credentials.loopback && !credentials.forwarded ? this.#loopbackCaller : undefined
  }

  async #byAuthenticators(credentials: RequestCredentials): Promise<Caller> {
    for (const authenticator of this.#authenticators) {
      const caller = await authenticator.authenticate(credentials)
      if (caller !== undefined) return caller
    }
    const caller = this.#cachedCaller(credentials)
    if (caller === undefined) throw new MissingCredentialsError(this.#challenge(credentials))
    return caller
  }

  async #byToken(
    authorization: string,
    authenticate: (tokens: TokenAuthenticator, token: string) => Promise<Caller | undefined>,
  ): Promise<Caller> {
    if (this.#tokens === undefined)
      throw new UnauthenticatedError(
        'bearer tokens are not enabled: set tokenAudiences (chart: auth.tokenReview)',
      )
    const token = tokenIn(authorization)
    if (token === undefined)
      throw new UnauthenticatedError('the Authorization header must read: Bearer <token>')
    const caller = await authenticate(this.#tokens, token)
    if (caller === undefined)
      throw new UnauthenticatedError('invalid bearer token, or issued for another audience')
    return caller
  }

  #challenge({ loopback, forwarded }: RequestCredentials): string {
    const hints = [
      ...(this.#loopbackCaller === undefined
        ? []
        : [
            this.#loopbackCaller.via === 'port-forward'
              ? 'use kubectl port-forward to the Service'
              : 'call the service from its own host',
          ]),
      ...(this.#tokens === undefined ? [] : ['send a bearer token issued for this service’s audience']),
      ...this.#authenticators.map(({ hint }) => hint),
    ]
    const proxied =
      loopback && forwarded && this.#loopbackCaller !== undefined
        ? 'a header such as X-Forwarded-For shows that a proxy passed the request on, so it is not a local call; '
        : ''
    return `authentication required: ${proxied}${hints.join(', or ')}`
  }
}
