import { readFile } from 'node:fs/promises'
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretPost,
  customFetch,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  ResponseBodyError,
  validateAuthResponse,
  type AuthorizationServer,
  type CustomFetchOptions,
  type TokenEndpointResponse,
} from 'oauth4webapi'
import { HostError } from '../../core/errors.ts'
import { readFailure } from '../../core/formats/read-failure.ts'
import { isObject } from '../../core/json.ts'
import type { OutboundClient } from '../../outbound/outbound-client.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import type { ConfiguredClient } from '../repohost/repohost-config.ts'
import { tokensOf, type HostTokens } from './host-account.ts'
import type { OAuthEndpoints } from './oauth-endpoints.ts'

const MAX_BYTES = 64 * 1024
const SERVER_ERROR = 500
/** Errors that are about the code or the refresh token, in the words of RFC 6749, of GitHub, and of Gitea. */
const GRANT_ERRORS = new Set([
  'invalid_grant',
  'bad_verification_code',
  'bad_refresh_token',
  'unauthorized_client',
])

/** The host does not accept a code or a refresh token: it was used, has expired, or was revoked. */
export class GrantRejectedError extends Error {}

export interface OAuthClientOptions {
  readonly endpoints: OAuthEndpoints
  readonly configured: ConfiguredClient
  /** URL of the callback of this service. */
  readonly redirectUri: string
  /** Client of the host's pages, which have the OAuth endpoints. */
  readonly pages: OutboundClient
  /** Client of the host's API. */
  readonly api: OutboundClient
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** OAuth client of the host (RFC 6749), with PKCE (RFC 7636). */
export class OAuthClient {
  readonly #options: OAuthClientOptions
  readonly #server: AuthorizationServer

  constructor(options: OAuthClientOptions) {
    this.#options = options
    const { authorize, token } = options.endpoints
    // The hosts have no metadata, and name no issuer in their responses.
    this.#server = { issuer: authorize, authorization_endpoint: authorize, token_endpoint: token }
  }

  /** Returns the page of the host on which a person agrees. */
  authorizationUrl(state: string, challenge: string): string {
    const { endpoints, configured, redirectUri } = this.#options
    const url = new URL(endpoints.authorize)
    const { scope } = endpoints
    const parameters = {
      response_type: 'code',
      client_id: configured.id,
      redirect_uri: redirectUri,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(scope === undefined ? {} : { scope }),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }

  /** Returns the page of the host on which a person installs the App; undefined if there is none. */
  installationUrl(state: string): string | undefined {
    const { endpoints, configured } = this.#options
    if (configured.appSlug === undefined) return undefined
    return `${endpoints.root}/apps/${configured.appSlug}/installations/new?${new URLSearchParams({ state }).toString()}`
  }

  /** Exchanges a code. Rejects with GrantRejectedError and HostError. */
  async exchange(code: string, verifier: string, signal: AbortSignal): Promise<HostTokens> {
    const client = { client_id: this.#options.configured.id }
    return this.#tokens(async () => {
      const parameters = validateAuthResponse(this.#server, client, new URLSearchParams({ code }))
      const response = await authorizationCodeGrantRequest(
        this.#server,
        client,
        ClientSecretPost(await this.#secret()),
        parameters,
        this.#options.redirectUri,
        verifier,
        this.#through(signal),
      )
      return processAuthorizationCodeResponse(this.#server, client, response)
    })
  }

  /** Exchanges a refresh token, which the host accepts once. Rejects with GrantRejectedError and HostError. */
  async refresh(refreshToken: string, signal: AbortSignal): Promise<HostTokens> {
    const client = { client_id: this.#options.configured.id }
    return this.#tokens(async () => {
      const secret = ClientSecretPost(await this.#secret())
      const options = this.#through(signal)
      const response = await refreshTokenGrantRequest(this.#server, client, secret, refreshToken, options)
      return processRefreshTokenResponse(this.#server, client, response)
    })
  }

  /** Revokes a token at the host; returns whether the host did so. Never rejects for a failure of the host. */
  async revoke(accessToken: string, signal: AbortSignal): Promise<boolean> {
    const { endpoints, configured, api } = this.#options
    if (endpoints.revoke === undefined) return false
    try {
      const credentials = Buffer.from(`${configured.id}:${await this.#secret()}`).toString('base64')
      const { status } = await api.send({
        method: 'DELETE',
        url: endpoints.revoke,
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Basic ${credentials}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ access_token: accessToken }),
        signal,
        maxBytes: MAX_BYTES,
      })
      return status === 204
    } catch (error) {
      if (error instanceof OutboundError || error instanceof HostError) return false
      throw error
    }
  }

  async #tokens(request: () => Promise<TokenEndpointResponse>): Promise<HostTokens> {
    try {
      const response = await request()
      const refreshSeconds: unknown = response['refresh_token_expires_in']
      const issued = {
        accessToken: response.access_token,
        seconds: response.expires_in,
        refreshToken: response.refresh_token,
        refreshSeconds: refreshSeconds === undefined ? undefined : Number(refreshSeconds),
      }
      return tokensOf(issued, this.#options.clock())
    } catch (error) {
      throw meaningOf(error)
    }
  }

  async #secret(): Promise<string> {
    const reason = (text: string) =>
      new HostError('the OAuth client of the repository host cannot be used', text)
    const text = await readFile(this.#options.configured.secretFile, 'utf8').catch((error: unknown) => {
      throw reason(`the file in repohostClientSecretFile cannot be read: ${readFailure(error)}`)
    })
    if (text.trim() === '') throw reason('the file in repohostClientSecretFile is empty')
    return text.trim()
  }

  #through(signal: AbortSignal) {
    const { pages } = this.#options
    return {
      signal,
      // The settings decide whether the host may be one without TLS.
      [allowInsecureRequests]: true,
      [customFetch]: async (
        url: string,
        options: CustomFetchOptions<'POST', URLSearchParams>,
      ): Promise<Response> => {
        const { method, headers } = options
        const body = options.body.toString()
        const found = await pages.send({ method, url, headers, body, signal, maxBytes: MAX_BYTES })
        if (found.status >= SERVER_ERROR) throw failed(`the host responded with status ${found.status}`)
        return new Response(new Uint8Array(found.body), {
          status: statusOf(found.status, found.body),
          headers: { 'content-type': found.headers['content-type'] ?? '' },
        })
      },
    }
  }
}

/** Returns the status of a response by RFC 6749: GitHub sends its errors with status 200. */
function statusOf(status: number, body: Buffer): number {
  if (status !== 200) return status
  try {
    const value: unknown = JSON.parse(body.toString())
    return isObject(value) && typeof value['error'] === 'string' ? 400 : status
  } catch {
    return status
  }
}

function failed(details: string, cause?: unknown): HostError {
  return new HostError('the repository host issued no token', details, { cause })
}

/** Returns the error of a failed request. Nothing of a response gets into its words but a code of letters. */
function meaningOf(error: unknown): Error {
  if (error instanceof HostError) return error
  if (error instanceof OutboundError) return failed(error.details, error)
  if (!(error instanceof ResponseBodyError)) return failed('the response is not one of an OAuth server')
  const code = /^[a-z_]{1,64}$/.test(error.error) ? error.error : 'an unknown error'
  if (GRANT_ERRORS.has(code)) return new GrantRejectedError(code)
  return failed(`the host refuses the OAuth client (${code}): check repohostClientId and its secret`)
}
