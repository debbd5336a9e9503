import * as oauth from 'oauth4webapi'
import { sanitize } from '../../../../core/formats/sanitize.ts'
import { redactText } from '../../../../core/redact-text.ts'
import { issuerFetch } from '../../issuer-fetch.ts'
import { detailsOf } from '../../../../outbound/failure-details.ts'
import { CredentialsError } from '../interface.ts'
import { checkCertificates, readNamed } from '../pem-source.ts'
import type { CredentialOptions } from '../provider.ts'

/** Tolerated difference between the clocks of the issuer and this machine, in seconds. */
const CLOCK_TOLERANCE_S = 60
const MAX_DESCRIPTION = 200

/** Tokens of a refresh; the refresh token is the previous one unless the issuer rotated it. */
export interface RefreshedTokens {
  readonly idToken: string
  readonly refreshToken: string
}

type Config = Readonly<Record<string, string>>

/**
 * Exchanges a refresh token at the token endpoint that the issuer's discovery document names. Throws CredentialsError.
 * Source: OpenID Connect Core §12, Discovery §4; no scopes are sent, as by client-go (`extra-scopes` is ignored).
 */
export async function refreshTokens(
  subject: string,
  config: Config,
  refreshToken: string,
  { log, env }: Pick<CredentialOptions, 'log' | 'env'>,
): Promise<RefreshedTokens> {
  const issuer = config['idp-issuer-url'] ?? ''
  const fetch = issuerFetch(issuer, await caOf(subject, config), env)
  const options = {
    [oauth.customFetch]: async (
      url: string,
      { method, headers, body }: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
    ) => fetch(url, { method, headers, body: body ?? null }),
    // The scheme of every URL is checked by issuerFetch.
    [oauth.allowInsecureRequests]: true,
  }
  try {
    const server = await discover(issuer, options)
    const client = { client_id: config['client-id'] ?? '', [oauth.clockTolerance]: CLOCK_TOLERANCE_S }
    const authentication = clientAuthentication(server, config['client-secret'] ?? '')
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      refreshToken,
      options,
    )
    const tokens = await oauth.processRefreshTokenResponse(server, client, response)
    if (tokens.id_token === undefined)
      throw new CredentialsError(
        `${subject}: the issuer returned no ID token: sign in again with the scope openid`,
      )
    return { idToken: tokens.id_token, refreshToken: tokens.refresh_token ?? refreshToken }
  } catch (error) {
    if (error instanceof CredentialsError) throw error
    const reason = reasonOf(error)
    log.warn('an ID token could not be refreshed', { issuer, reason, description: descriptionOf(error) })
    throw new CredentialsError(`${subject}: issuer ${issuer} ${reason}`, { cause: error })
  }
}

/** Reads the discovery document. A slash at the end of the issuer may be missing, as for kubectl. */
async function discover(
  issuer: string,
  options: oauth.DiscoveryRequestOptions,
): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(new URL(issuer), options)
  const text = await response.clone().text()
  return oauth.processDiscoveryResponse(new URL(issuerIn(text, issuer)), response)
}

function issuerIn(document: string, issuer: string): string {
  try {
    const { issuer: found } = JSON.parse(document) as { issuer?: unknown }
    const isSame = typeof found === 'string' && withoutSlash(found) === withoutSlash(issuer)
    return isSame ? found : issuer
  } catch {
    return issuer
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

function clientAuthentication(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  if (secret === '') return oauth.None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret)
}

async function caOf(subject: string, config: Config): Promise<string | undefined> {
  const data = config['idp-certificate-authority-data'] ?? ''
  const file = config['idp-certificate-authority'] ?? ''
  if (data === '' && file === '') return undefined
  const ca =
    data === ''
      ? await readNamed(subject, 'idp-certificate-authority', file)
      : Buffer.from(data, 'base64').toString()
  checkCertificates(subject, 'idp-certificate-authority', ca)
  return ca
}

/** Returns the predicate of a sentence about the issuer. */
function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError)
    return error.error === 'invalid_grant'
      ? 'rejected the refresh token (invalid_grant): sign in again'
      : `rejected the refresh (${sanitize(error.error, 64)})`
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return `rejected the client (${error.status}): check client-id and client-secret`
  const cause = error instanceof oauth.OperationProcessingError ? undefined : causeOf(error)
  return `could not be used: ${detailsOf(cause ?? error)}`
}

/** Returns the error below a failed fetch. */
function causeOf(error: unknown): unknown {
  return error instanceof TypeError && error.cause instanceof Error ? error.cause : undefined
}

function descriptionOf(error: unknown): string {
  const text = error instanceof oauth.ResponseBodyError ? (error.error_description ?? '') : ''
  return redactText(text).slice(0, MAX_DESCRIPTION)
}
