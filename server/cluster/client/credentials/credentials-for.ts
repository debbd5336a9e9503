import type { KubeconfigCluster, KubeconfigUser, PemSource } from '../kubeconfig/model.ts'
import { ClusterTrust } from './cluster-trust.ts'
import { execProvider } from './exec/exec-provider.ts'
import { impersonationHeaders } from './impersonation.ts'
import { CredentialsError, type Credentials } from './interface.ts'
import { oidcProvider } from './oidc/oidc-provider.ts'
import type { CredentialOptions, CredentialProvider } from './provider.ts'
import { StaticProvider } from './static-provider.ts'
import { UnusableCredentials, UserCredentials } from './user-credentials.ts'

/** A user without credentials. */
const anonymousProvider: CredentialProvider = {
  current: async () => ({}),
  renew: async () => undefined,
}

/**
 * Returns the credentials of a kubeconfig's user at a cluster. Faults do not throw: `current` reports them for each call. To
 * a server without TLS no credentials are sent, as by kubectl, only the identity to impersonate. Source: client-go,
 * tools/clientcmd, validateAuthInfo and ClientConfig.
 */
export function credentialsFor(
  declared: KubeconfigUser,
  cluster: KubeconfigCluster,
  options: CredentialOptions,
): Credentials {
  const user = withoutEmpty(declared)
  const subject = `user "${user.name}"`
  const fault = faultOf(subject, user)
  if (fault !== undefined) return new UnusableCredentials(fault)
  try {
    const trust = new ClusterTrust(cluster, options)
    const headers = user.impersonation === undefined ? {} : impersonationHeaders(subject, user.impersonation)
    return new UserCredentials(providerOf(subject, user, { cluster, trust }, options), trust, headers)
  } catch (error) {
    if (error instanceof CredentialsError) return new UnusableCredentials(error.message)
    throw error
  }
}

/** Chooses the provider in the order of client-go: a plugin and an auth-provider come after what is in the kubeconfig. */
function providerOf(
  subject: string,
  user: KubeconfigUser,
  { cluster, trust }: { cluster: KubeconfigCluster; trust: ClusterTrust },
  options: CredentialOptions,
): CredentialProvider {
  if (isAnonymous(user)) return anonymousProvider
  if (cluster.server.toLowerCase().startsWith('http://')) {
    options.log.warn('no credentials are sent, because the server is reached without TLS: use https', {
      cluster: cluster.name,
      user: user.name,
    })
    return anonymousProvider
  }
  const { exec, authProvider, clientCertificate } = user
  const own = new StaticProvider(subject, user, options)
  if (hasAuthorization(user)) return own
  if (exec !== undefined && clientCertificate === undefined)
    return execProvider({ exec, cluster, trust }, options)
  if (authProvider === undefined) return own
  const oidc = oidcProvider({ subject, user, authProvider }, options)
  return clientCertificate === undefined ? oidc : both(own, oidc)
}

/** Returns a provider of a client certificate and a token. */
function both(certificate: CredentialProvider, token: CredentialProvider): CredentialProvider {
  return {
    current: async () => ({ ...(await certificate.current()), ...(await token.current()) }),
    renew: async () => {
      await Promise.all([certificate.renew(), token.renew()])
    },
  }
}

function hasAuthorization({ token, tokenFile, username }: KubeconfigUser): boolean {
  return token !== undefined || tokenFile !== undefined || username !== undefined
}

function isAnonymous(user: KubeconfigUser): boolean {
  const { clientCertificate, exec, authProvider } = user
  const others = clientCertificate !== undefined || exec !== undefined || authProvider !== undefined
  return !hasAuthorization(user) && !others
}

/** Returns the reason why a user is not usable, as a message; kubectl refuses the same, or sends no credentials. */
function faultOf(subject: string, user: KubeconfigUser): string | undefined {
  const { token, tokenFile, clientCertificate, clientKey, username, password, exec, authProvider } = user
  if (clientCertificate !== undefined && clientKey === undefined)
    return `${subject}: client-certificate has no client-key beside it`
  if (exec !== undefined && authProvider !== undefined)
    return `${subject}: has exec and auth-provider: remove one of them`
  const hasToken = token !== undefined || tokenFile !== undefined
  if (hasToken && username !== undefined) return `${subject}: has a token and a username: remove one of them`
  if (token !== undefined && password !== undefined)
    return `${subject}: has a token and a password: remove one of them`
  if (!isAnonymous(user)) return undefined
  if (clientKey !== undefined) return `${subject}: client-key has no client-certificate beside it`
  return password === undefined ? undefined : `${subject}: password has no username beside it`
}

/** Returns a user without empty fields, which count as absent. */
function withoutEmpty(user: KubeconfigUser): KubeconfigUser {
  const pem = (source: PemSource | undefined) =>
    source === undefined || ('data' in source && source.data === '') ? undefined : source
  return {
    ...user,
    token: user.token || undefined,
    tokenFile: user.tokenFile || undefined,
    username: user.username || undefined,
    password: user.password || undefined,
    clientCertificate: pem(user.clientCertificate),
    clientKey: pem(user.clientKey),
  }
}
