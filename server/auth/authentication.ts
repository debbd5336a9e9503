import { NotAdmitted } from '../errors.ts'
import { nearby, type Caller } from './caller.ts'
import type { Proxied } from './proxies.ts'
import { tokenIn, type Tokens } from './tokens.ts'

/** What tells who sent a request. */
export interface Credentials {
  /** What they came on. */
  connection: object
  /** Whether the other end of the connection is this host, and has shown no certificate. */
  loopback: boolean
  /** Whether something forwarded the request; then that end says nothing of who sent it. */
  forwarded: boolean
  authorization: string | undefined
  /** What a trusted proxy says; undefined where the connection is none of such a proxy. */
  proxied: Proxied | undefined
  /** The Cookie header, which may hold a session. */
  cookie: string | undefined
}

/** A way to say who one is, beside a bearer token and being near. */
export interface Way {
  /** What is to be done to come in by it, as the rest of a sentence. */
  readonly advice: string
  /**
   * The caller, where that is known at once; undefined where the request shows nothing of this kind, `unasked` where what it
   * shows has to be looked into. Throws nothing.
   */
  known(credentials: Credentials): Caller | 'unasked' | undefined
  /** The caller; undefined where the request shows nothing of this kind. Rejects with NotAdmitted for what is not believed. */
  callerOf(credentials: Credentials): Promise<Caller | undefined>
}

export interface AuthenticationOptions {
  /** What callers of this host are; undefined where that lets nobody in. */
  nearby: 'port-forward' | 'local' | undefined
  /** Undefined where no bearer tokens are taken. */
  tokens: Tokens | undefined
  /** Asked in this order, before who is near is let in. */
  ways: readonly Way[]
}

/** Says who sent a request, in one step for every route of the API. */
export class Authentication {
  readonly #nearby: Caller | undefined
  readonly #tokens: Tokens | undefined
  readonly #ways: readonly Way[]

  constructor(options: AuthenticationOptions) {
    this.#nearby = options.nearby === undefined ? undefined : nearby(options.nearby)
    this.#tokens = options.tokens
    this.#ways = options.ways
  }

  /** The caller, where that is known at once. */
  known(credentials: Credentials): Caller | undefined {
    if (credentials.authorization === undefined) return this.#shown(credentials)
    return this.#tokens?.knownOn(credentials.connection, credentials.authorization)
  }

  /**
   * The caller; rejects with NotAdmitted where it is nobody who is let in, and with ClusterFailure where the cluster could not
   * say. Who shows a token is judged by that alone.
   */
  async callerOf(credentials: Credentials): Promise<Caller> {
    const known = this.known(credentials)
    if (known !== undefined) return known
    if (credentials.authorization === undefined) return this.#byOtherWays(credentials)
    return this.#byToken(credentials.authorization, (tokens, token) => tokens.callerOf(token))
  }

  /**
   * Who a caller is now, asked for those who stay; undefined where they would not be let in any more. Where the cluster
   * cannot say, nothing changes.
   */
  async stillAdmits(credentials: Credentials, caller: Caller): Promise<Caller | undefined> {
    try {
      if (credentials.authorization === undefined) return await this.#byOtherWays(credentials)
      return await this.#byToken(credentials.authorization, (tokens, token) => tokens.reviewed(token))
    } catch (error) {
      return error instanceof NotAdmitted ? undefined : caller
    }
  }

  #shown(credentials: Credentials): Caller | undefined {
    for (const way of this.#ways) {
      const known = way.known(credentials)
      if (known !== undefined) return known === 'unasked' ? undefined : known
    }
    return credentials.loopback && !credentials.forwarded ? this.#nearby : undefined
  }

  async #byOtherWays(credentials: Credentials): Promise<Caller> {
    for (const way of this.#ways) {
      const caller = await way.callerOf(credentials)
      if (caller !== undefined) return caller
    }
    const caller = this.#shown(credentials)
    if (caller === undefined) throw new NotAdmitted(this.#howToComeIn())
    return caller
  }

  async #byToken(
    authorization: string,
    ask: (tokens: Tokens, token: string) => Promise<Caller | undefined>,
  ): Promise<Caller> {
    if (this.#tokens === undefined)
      throw new NotAdmitted('bearer tokens are not taken here: set tokenAudiences (chart: auth.tokenReview)')
    const token = tokenIn(authorization)
    if (token === undefined) throw new NotAdmitted('the Authorization header must read: Bearer <token>')
    const caller = await ask(this.#tokens, token)
    if (caller === undefined)
      throw new NotAdmitted('the cluster does not know this token, or it was made for another audience')
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
      ...(this.#tokens === undefined ? [] : ['send a bearer token of this service’s audience']),
      ...this.#ways.map(({ advice }) => advice),
    ]
    return `nobody is let in without saying who they are: ${ways.join(', or ')}`
  }
}
