import type { KubeconfigUser } from '../../kubeconfig/model.ts'
import { bearer, isBearerToken } from '../../../../core/formats/header-text.ts'
import { errorMessage } from '../../../../core/errors.ts'
import { isLoopbackHost } from '../../../../core/formats/loopback.ts'
import { CredentialsError } from '../interface.ts'
import { ObtainedCredential, type Obtained } from '../obtained-credential.ts'
import type { CredentialOptions, CredentialProvider } from '../provider.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { writeTokens } from './write-tokens.ts'

/** Time before the expiry of an ID token from which it is not used any more, as by kubectl. */
const MARGIN_MS = 10_000

/** Auth-providers that Kubernetes 1.26 removed, with their successors. */
const REMOVED: Readonly<Record<string, string>> = {
  gcp: 'gke-gcloud-auth-plugin',
  azure: 'kubelogin',
}

type AuthProvider = NonNullable<KubeconfigUser['authProvider']>

export interface OidcUser {
  readonly subject: string
  readonly user: KubeconfigUser
  readonly authProvider: AuthProvider
}

/** Returns the reason why an auth-provider cannot be used, as a message; undefined if it can. */
function faultOf(subject: string, { name, config }: AuthProvider): string | undefined {
  const plugin = Object.hasOwn(REMOVED, name) ? REMOVED[name] : undefined
  if (plugin !== undefined)
    return `${subject}: auth-provider "${name}" was removed in Kubernetes 1.26: use the credential plugin ${plugin} (exec)`
  if (name !== 'oidc')
    return `${subject}: unknown auth-provider "${name}": only oidc exists; credential plugins (exec) replaced the others`
  const issuer = config['idp-issuer-url'] ?? ''
  if (issuer === '') return `${subject}: auth-provider oidc has no idp-issuer-url`
  if ((config['client-id'] ?? '') === '') return `${subject}: auth-provider oidc has no client-id`
  const url = URL.parse(issuer)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  return isSafe ? undefined : `${subject}: idp-issuer-url must be an https URL`
}

/**
 * Returns a provider of an ID token, which is refreshed with the refresh token. The new tokens are kept in memory and written
 * back to the kubeconfig where that is possible. Throws CredentialsError for another auth-provider. Source: client-go, plugin/pkg/client/auth/oidc.
 */
export function oidcProvider(
  { subject, user, authProvider }: OidcUser,
  options: CredentialOptions,
): CredentialProvider {
  const { log } = options
  const { config } = authProvider
  const initial = config['id-token'] ?? ''
  const fault = faultOf(subject, authProvider) ?? faultOfToken(subject, initial)
  if (fault !== undefined) throw new CredentialsError(fault)
  let refreshToken = config['refresh-token'] ?? ''
  const obtain = async (): Promise<Obtained> => {
    if (refreshToken === '')
      throw new CredentialsError(
        `${subject}: no valid ID token, and no refresh-token to get one: sign in again`,
      )
    const tokens = await refreshTokens(subject, config, refreshToken, options)
    refreshToken = tokens.refreshToken
    await writeTokens(user, config, tokens).catch((error: unknown) =>
      log.warn('refreshed tokens are kept in memory only: the kubeconfig could not be written', {
        user: user.name,
        reason: errorMessage(error),
      }),
    )
    return { credential: { authorization: bearer(tokens.idToken) }, lifetime: lifetimeOf(tokens.idToken) }
  }
  const known = isBearerToken(initial)
    ? { credential: { authorization: bearer(initial) }, lifetime: lifetimeOf(initial) }
    : undefined
  const provider = new ObtainedCredential(obtain, options, known)
  // Without a refresh token a rejected ID token stays in use: an API server may answer 401 while it starts.
  return refreshToken === '' ? { current: () => provider.current(), renew: async () => undefined } : provider
}

function lifetimeOf(idToken: string): Obtained['lifetime'] {
  const expiry = expiryOf(idToken)
  if (expiry === undefined) return undefined
  const end = expiry - MARGIN_MS
  return { refreshAt: end, expiresAt: end }
}

/** Returns the reason why an ID token cannot be used, even if it can be refreshed: kubectl refuses it, too. */
function faultOfToken(subject: string, idToken: string): string | undefined {
  return idToken === '' || expiryOf(idToken) !== undefined
    ? undefined
    : `${subject}: id-token is not a JSON Web Token: sign in again`
}

/** Returns the expiry of a JSON Web Token in milliseconds since 1970, 0 if it names none; undefined for other texts. */
function expiryOf(idToken: string): number | undefined {
  const [, payload = '', signature, ...more] = idToken.split('.')
  if (signature === undefined || more.length > 0) return undefined
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : 0
  } catch {
    return undefined
  }
}
