import { KubeconfigError } from './kubeconfig-error.ts'
import type { ExecConfig, KubeconfigCluster, KubeconfigUser } from './model.ts'
import type { DeclaredCluster, DeclaredUser, PemFields } from './parse-kubeconfig.ts'

const PROXY_SCHEMES = new Set(['http:', 'https:', 'socks5:'])
const EXEC_VERSIONS = new Set(['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'])
const INTERACTIVE_MODES: readonly string[] = [
  'Never',
  'IfAvailable',
  'Always',
] satisfies ExecConfig['interactiveMode'][]

/**
 * Checks a cluster that a context uses. Throws KubeconfigError. Files are not opened: a missing one is an error of each
 * request, which ends as soon as the file exists. Source: client-go, clientcmd.validateClusterInfo.
 */
export function validateCluster({ authority, ...cluster }: DeclaredCluster): KubeconfigCluster {
  if (cluster.server === '') throw new KubeconfigError('no server')
  rejectPair(authority, 'certificate-authority')
  const { proxyUrl } = cluster
  if (proxyUrl !== undefined && !PROXY_SCHEMES.has(URL.parse(proxyUrl)?.protocol ?? ''))
    throw new KubeconfigError('proxy-url must be a URL with the scheme http, https or socks5')
  return cluster
}

/** Checks the parts of a cluster that TLS uses. Throws KubeconfigError. Source: client-go, transport.TLSConfigFor. */
export function validateTls(cluster: KubeconfigCluster): void {
  if (cluster.insecureSkipTlsVerify && cluster.certificateAuthority !== undefined)
    throw new KubeconfigError('insecure-skip-tls-verify and certificate-authority exclude each other')
}

/** Checks a user that a context uses. Throws KubeconfigError. Source: client-go, clientcmd.validateAuthInfo. */
export function validateUser(declared: DeclaredUser): KubeconfigUser {
  const { certificate, key, exec, impersonation, ...user } = declared
  if (user.token !== undefined && (user.username !== undefined || user.password !== undefined))
    throw new KubeconfigError('token and username exclude each other')
  if (user.clientCertificate !== undefined) {
    rejectPair(certificate, 'client-certificate')
    rejectPair(key, 'client-key')
    if (user.clientKey === undefined) throw new KubeconfigError('client-certificate without client-key')
  }
  const { user: impersonated, uid, groups, extra } = impersonation
  const isActing = uid !== undefined || groups.length > 0 || Object.keys(extra).length > 0
  if (impersonated === '' && isActing)
    throw new KubeconfigError('as-uid, as-groups and as-user-extra need as')
  return {
    ...user,
    impersonation: impersonated === '' ? undefined : impersonation,
    exec: exec && validateExec(exec, user.authProvider !== undefined),
  }
}

/** Checks that the credentials of a user are usable. Throws KubeconfigError. Source: client-go, rest.Config. */
export function validateCredentials(user: KubeconfigUser): void {
  const { token, tokenFile, username, password, exec, authProvider } = user
  if (tokenFile !== undefined && username !== undefined)
    throw new KubeconfigError('tokenFile and username exclude each other')
  if (exec !== undefined && !EXEC_VERSIONS.has(exec.apiVersion))
    throw new KubeconfigError('exec with an unknown apiVersion: use client.authentication.k8s.io/v1')
  if (authProvider !== undefined && authProvider.name !== 'oidc')
    throw new KubeconfigError('unknown auth-provider: use exec')
  const isIdentified = [token, tokenFile, username, exec, authProvider].some((one) => one !== undefined)
  if (isIdentified || user.clientCertificate !== undefined) return
  if (user.clientKey !== undefined) throw new KubeconfigError('client-key without client-certificate')
  if (password !== undefined) throw new KubeconfigError('password without username')
}

function validateExec(exec: NonNullable<DeclaredUser['exec']>, hasAuthProvider: boolean): ExecConfig {
  if (hasAuthProvider) throw new KubeconfigError('exec and auth-provider exclude each other')
  if (exec.command === '') throw new KubeconfigError('exec without a command')
  if (exec.apiVersion === '') throw new KubeconfigError('exec without an apiVersion')
  if (exec.env.some(({ name }) => name === ''))
    throw new KubeconfigError('exec with an env variable without a name')
  const { interactiveMode } = exec
  if (!isInteractiveMode(interactiveMode))
    throw new KubeconfigError('exec without a valid interactiveMode: use Never, IfAvailable or Always')
  return { ...exec, interactiveMode }
}

function isInteractiveMode(text: string): text is ExecConfig['interactiveMode'] {
  return INTERACTIVE_MODES.includes(text)
}

function rejectPair({ data, file }: PemFields, key: string): void {
  if (data !== undefined && file !== undefined)
    throw new KubeconfigError(`${key} and ${key}-data exclude each other`)
}
