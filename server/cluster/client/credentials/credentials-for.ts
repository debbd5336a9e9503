import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { KubeconfigCluster, KubeconfigUser, PemSource } from '../kubeconfig/model.ts'
import { sameIdentity, type Credentials, type Identity, type TlsMaterial } from '../credentials.ts'

/** Interval after which the files of a user are read again. */
const REREAD_MS = 60_000
/** Characters that client-go percent-encodes in the name of an extra header. Source: RFC 9110 §5.6.2, without `%`. */
const NOT_A_TOKEN = /[^!#$&'*+\-.^_`|~0-9A-Za-z]/g

export interface CredentialOptions {
  /** Environment of the process, for credential plugins. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly log: { warn(message: string): void }
}

/** Returns the credentials of a kubeconfig's user for one cluster: tokens, certificates and passwords. */
export function credentialsFor(
  user: KubeconfigUser,
  cluster: KubeconfigCluster,
  options: CredentialOptions,
): Credentials {
  return new StaticCredentials(user, cluster, options.now)
}

class StaticCredentials implements Credentials {
  readonly #user: KubeconfigUser
  readonly #cluster: KubeconfigCluster
  readonly #now: () => number
  #cached: { identity: Identity; readAt: number } | undefined

  constructor(user: KubeconfigUser, cluster: KubeconfigCluster, now: () => number) {
    this.#user = user
    this.#cluster = cluster
    this.#now = now
  }

  async current(): Promise<Identity> {
    if (this.#cached !== undefined && this.#now() - this.#cached.readAt < REREAD_MS)
      return this.#cached.identity
    return this.#read()
  }

  async onUnauthorized(rejected: Identity): Promise<boolean> {
    return !sameIdentity(rejected, await this.#read())
  }

  async #read(): Promise<Identity> {
    const { exec, authProvider, token, tokenFile } = this.#user
    if ((exec ?? authProvider) !== undefined && (token ?? tokenFile) === undefined)
      throw new Error(`the credentials of user "${this.#user.name}" need a plugin`)
    const headers = { ...(await authorization(this.#user)), ...impersonation(this.#user) }
    const identity = { headers, tls: await tlsOf(this.#user, this.#cluster) }
    this.#cached = { identity, readAt: this.#now() }
    return identity
  }
}

async function authorization(user: KubeconfigUser): Promise<Record<string, string>> {
  const { token, tokenFile, username, password = '' } = user
  const fromFile = tokenFile === undefined ? undefined : await tokenIn(tokenFile)
  const bearer = fromFile ?? token
  if (bearer !== undefined) return { authorization: `Bearer ${bearer}` }
  if (tokenFile !== undefined) throw new Error(`the tokenFile of user "${user.name}" is missing or empty`)
  if (username === undefined) return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

async function tokenIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trim() === '' ? undefined : text.trim()
}

function impersonation({
  impersonation: acting,
}: KubeconfigUser): Record<string, string | readonly string[]> {
  if (acting === undefined) return {}
  const extras = new Map<string, readonly string[]>()
  for (const [key, values] of Object.entries(acting.extra)) {
    const name = `impersonate-extra-${encodeHeaderName(key)}`.toLowerCase()
    if (values.length > 0) extras.set(name, [...(extras.get(name) ?? []), ...values])
  }
  return {
    'impersonate-user': acting.user,
    ...(acting.uid === undefined ? {} : { 'impersonate-uid': acting.uid }),
    ...(acting.groups.length === 0 ? {} : { 'impersonate-group': acting.groups }),
    ...Object.fromEntries(extras),
  }
}

function encodeHeaderName(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(NOT_A_TOKEN, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

async function tlsOf(user: KubeconfigUser, cluster: KubeconfigCluster): Promise<TlsMaterial> {
  const [ca, cert, key] = await Promise.all([
    pemIn(cluster.certificateAuthority, 'certificate-authority'),
    pemIn(user.clientCertificate, 'client-certificate'),
    user.clientCertificate === undefined ? undefined : pemIn(user.clientKey, 'client-key'),
  ])
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error('certificate-authority contains no certificate in PEM')
  if (cert !== undefined && key !== undefined && !isPair(cert, key))
    throw new Error(`the client certificate and key of user "${user.name}" do not match`)
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(cluster.tlsServerName === undefined ? {} : { servername: cluster.tlsServerName }),
    ...(cluster.insecureSkipTlsVerify ? { rejectUnauthorized: false } : {}),
  }
}

async function pemIn(source: PemSource | undefined, field: string): Promise<string | undefined> {
  if (source === undefined) return undefined
  if ('data' in source) return source.data
  return readFile(source.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${field} cannot be read: ${error.code ?? 'unknown reason'}`)
  })
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
