import { createHash, randomBytes } from 'node:crypto'
import type { HostedToken, HostResponse } from './types.ts'

const ACCESS_SECONDS = 28_800
const REFRESH_SECONDS = 15_897_600

/** The OAuth client of the App. */
export const CLIENT = { id: 'Iv23.client', secret: 'canary-of-the-client-secret', slug: 'inspector' } as const
/** The first installation of the App. */
export const INSTALLATION = 42

interface IssuedCode {
  readonly login: string
  readonly challenge: string | undefined
  readonly redirectUri: string
}

/** Tokens that were issued together. */
interface IssuedTokens {
  readonly login: string
  readonly access: string
}

/** A request to a page. */
export interface PageRequest {
  readonly method: string
  readonly url: URL
  readonly body: string
  readonly accept: string
}

/**
 * The pages of GitHub on which a person agrees and installs the App, and the endpoint that issues tokens: codes and refresh
 * tokens work once, a renewed access token is of no use, and errors have status 200.
 */
export class OAuthPages {
  /** The person that uses the browser. */
  login = 'ada'
  /** The decision of that person. */
  decision: 'agree' | 'deny' = 'agree'
  /** Outcome of an installation: `request` if an administrator has to approve it. */
  setup: 'install' | 'request' = 'install'
  /** Accounts with an installation of the App; their numbers follow each other. */
  installations: readonly string[] = ['shop']
  /** Registered callback. */
  callback = ''
  accessSeconds = ACCESS_SECONDS
  /** Number of tokens issued for refresh tokens. */
  refreshed = 0
  /** Number of refresh tokens that were not accepted. */
  rejected = 0
  /** Everything secret that was issued. */
  readonly secrets: string[] = [CLIENT.secret]
  readonly #codes = new Map<string, IssuedCode>()
  readonly #refreshTokens = new Map<string, IssuedTokens>()
  readonly #tokens: Map<string, HostedToken>

  /** `tokens`: access tokens that the API accepts. */
  constructor(tokens: Map<string, HostedToken>) {
    this.#tokens = tokens
  }

  /** Returns the response of a page; undefined if there is none at this path. */
  respond(request: PageRequest): HostResponse | undefined {
    const { method, url } = request
    switch (`${method} ${url.pathname}`) {
      case 'GET /login/oauth/authorize':
        return this.#authorize(url.searchParams)
      case `GET /apps/${CLIENT.slug}/installations/new`:
        return this.#install(url.searchParams)
      case 'POST /login/oauth/access_token':
        return this.#token(request)
      default:
        return undefined
    }
  }

  /** Ends all tokens, as when the person revokes the grant. */
  revokeAll(): void {
    for (const { access } of this.#refreshTokens.values()) this.#tokens.delete(access)
    this.#refreshTokens.clear()
  }

  /** Returns the query of a callback for an installation that was begun at the host: without a state. */
  installedAtHost(): string {
    const code = this.#issueCode(undefined, this.callback)
    const fields = { code, installation_id: String(INSTALLATION), setup_action: 'install' }
    return new URLSearchParams(fields).toString()
  }

  #authorize(query: URLSearchParams): HostResponse {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isKnown = query.get('client_id') === CLIENT.id && redirectUri === this.callback
    if (!isKnown || query.get('response_type') !== 'code') return { status: 404, body: {} }
    if (query.get('code_challenge_method') !== 'S256') return { status: 422, body: {} }
    const state = query.get('state') ?? ''
    if (this.decision === 'deny')
      return redirectTo(redirectUri, {
        error: 'access_denied',
        error_description: 'The user has denied your application access.',
        error_uri: 'https://docs.github.com/apps',
        state,
      })
    const code = this.#issueCode(query.get('code_challenge') ?? undefined, redirectUri)
    return redirectTo(redirectUri, { code, state })
  }

  #install(query: URLSearchParams): HostResponse {
    const state = query.get('state')
    const code = this.#issueCode(undefined, this.callback)
    const installed =
      this.setup === 'request'
        ? { code, setup_action: 'request' }
        : { code, installation_id: String(INSTALLATION), setup_action: 'install' }
    return redirectTo(this.callback, { ...installed, ...(state === null ? {} : { state }) })
  }

  #token({ body, accept }: PageRequest): HostResponse {
    const form = new URLSearchParams(body)
    const answer = this.#answer(form)
    if (accept.includes('application/json')) return { status: 200, body: answer }
    const text = new URLSearchParams(
      Object.entries(answer).map(([name, value]) => [name, String(value)]),
    ).toString()
    return { status: 200, raw: Buffer.from(text) }
  }

  #answer(form: URLSearchParams): Readonly<Record<string, unknown>> {
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return problem('incorrect_client_credentials')
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? ''
      const before = this.#refreshTokens.get(token)
      if (before === undefined) {
        this.rejected++
        return problem('bad_refresh_token')
      }
      this.#refreshTokens.delete(token)
      this.#tokens.delete(before.access)
      this.refreshed++
      return this.#issue(before.login)
    }
    const code = form.get('code') ?? ''
    const issued = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isProved = issued?.challenge === undefined || issued.challenge === challenge
    if (issued === undefined || issued.redirectUri !== form.get('redirect_uri') || !isProved)
      return problem('bad_verification_code')
    return this.#issue(issued.login)
  }

  #issue(login: string): Readonly<Record<string, unknown>> {
    const [access, refresh] = [this.#secret('ghu_canary'), this.#secret('ghr_canary')]
    this.#tokens.set(access, { login, isOfApp: true })
    this.#refreshTokens.set(refresh, { login, access })
    return {
      access_token: access,
      expires_in: this.accessSeconds,
      refresh_token: refresh,
      refresh_token_expires_in: REFRESH_SECONDS,
      token_type: 'bearer',
      scope: '',
    }
  }

  #issueCode(challenge: string | undefined, redirectUri: string): string {
    const code = this.#secret('canary')
    this.#codes.set(code, { login: this.login, challenge, redirectUri })
    return code
  }

  #secret(prefix: string): string {
    const secret = `${prefix}${randomBytes(12).toString('hex')}`
    this.secrets.push(secret)
    return secret
  }
}

function problem(error: string): Readonly<Record<string, unknown>> {
  return { error, error_description: 'The request is not valid.', error_uri: 'https://docs.github.com' }
}

function redirectTo(callback: string, fields: Readonly<Record<string, string>>): HostResponse {
  const location = `${callback}?${new URLSearchParams(fields).toString()}`
  return { status: 302, body: {}, headers: { location } }
}
