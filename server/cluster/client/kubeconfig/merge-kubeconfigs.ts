import { isContextName } from '../../../core/formats/names.ts'
import { KubeconfigError } from './kubeconfig-error.ts'
import { anonymous, type KubeconfigCluster, type KubeconfigUser } from './model.ts'
import type {
  DeclaredCluster,
  DeclaredContext,
  DeclaredUser,
  Entries,
  KubeconfigFile,
} from './parse-kubeconfig.ts'
import { parseServer, type ServerAddress } from './server-address.ts'
import { validateCluster, validateCredentials, validateTls, validateUser } from './validate.ts'

/** A usable context of a kubeconfig with its cluster and its user. */
export interface KubeconfigContext {
  readonly name: string
  readonly address: ServerAddress
  readonly cluster: KubeconfigCluster
  readonly user: KubeconfigUser
  readonly namespace: string
}

export interface Kubeconfig {
  readonly contexts: readonly KubeconfigContext[]
  /** `current-context` of the first file that has one. */
  readonly current: string | undefined
  /** One sentence for each entry that is left out, and for each server without TLS. */
  readonly warnings: readonly string[]
}

/**
 * Merges kubeconfig files: of entries with one name the first file's wins, and contexts may name clusters and users of
 * other files. Entries that are not usable are left out with a warning. Source: client-go,
 * clientcmd.ClientConfigLoadingRules.
 */
export function mergeKubeconfigs(files: readonly KubeconfigFile[]): Kubeconfig {
  const merged = new MergedEntries(files)
  const contexts: KubeconfigContext[] = []
  const warnings: string[] = files.flatMap(({ unnamed }) => unnamed)
  const plain = new Set<string>()
  for (const [name, declared] of merged.contexts) {
    try {
      const context = merged.resolve(name, declared)
      contexts.push(context)
      if (context.address.isPlain && merged.hasCredentials(declared)) plain.add(context.cluster.name)
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error
      warnings.push(`context ${JSON.stringify(name)} left out: ${error.message}`)
    }
  }
  for (const name of plain)
    warnings.push(`cluster ${JSON.stringify(name)} is reached without TLS: no credentials are sent to it`)
  warnings.push(...merged.unused())
  return { contexts, current: files.map((file) => file.currentContext).find((name) => name !== ''), warnings }
}

/** The entries of all files by name. */
class MergedEntries {
  readonly contexts: Entries<DeclaredContext>
  readonly #clusters: Entries<DeclaredCluster>
  readonly #users: Entries<DeclaredUser>
  /** Entries that a context refers to. */
  readonly #referenced = new Set<unknown>()

  constructor(files: readonly KubeconfigFile[]) {
    this.contexts = firstOfEach(files.map((file) => file.contexts))
    this.#clusters = firstOfEach(files.map((file) => file.clusters))
    this.#users = firstOfEach(files.map((file) => file.users))
  }

  /** Resolves a context to a cluster and a user; throws KubeconfigError if one of them is not usable. */
  resolve(name: string, declared: DeclaredContext | KubeconfigError): KubeconfigContext {
    if (declared instanceof KubeconfigError) throw declared
    if (!isContextName(name))
      throw new KubeconfigError('its name is empty, too long or contains control characters')
    const cluster = this.#use(this.#clusters, 'cluster', declared.cluster, validateCluster)
    if (cluster === undefined)
      throw new KubeconfigError(`cluster ${JSON.stringify(declared.cluster)} not found`)
    const address = inEntry('cluster', declared.cluster, () => parseServer(cluster.server))
    const found = this.#use(this.#users, 'user', declared.user, validateUser)
    const { namespace } = declared
    const context = { name, address, cluster, namespace: namespace === '' ? 'default' : namespace }
    if (address.isPlain)
      return { ...context, cluster: withoutTls(cluster), user: withoutCredentials(found ?? anonymous) }
    inEntry('cluster', declared.cluster, () => validateTls(cluster))
    if (found === undefined && declared.user !== '')
      throw new KubeconfigError(`user ${JSON.stringify(declared.user)} not found`)
    const user = found ?? anonymous
    inEntry('user', declared.user, () => validateCredentials(user))
    return { ...context, user: withUserInfo(user, address) }
  }

  /** Whether the user of a context has credentials, which plain HTTP does not carry. */
  hasCredentials(declared: DeclaredContext | KubeconfigError): boolean {
    if (declared instanceof KubeconfigError) return false
    const user = this.#users.get(declared.user)
    if (user === undefined || user instanceof KubeconfigError) return false
    const { token, tokenFile, clientCertificate, username, password, exec, authProvider } = user
    return [token, tokenFile, clientCertificate, username, password, exec, authProvider].some(
      (one) => one !== undefined,
    )
  }

  /** Returns a warning for each entry that cannot be decoded and that no context refers to. */
  unused(): string[] {
    return [
      ...undecodable('cluster', this.#clusters, this.#referenced),
      ...undecodable('user', this.#users, this.#referenced),
    ]
  }

  #use<T extends object, U>(
    entries: Entries<T>,
    kind: string,
    name: string,
    validate: (entry: T) => U,
  ): U | undefined {
    const entry = entries.get(name)
    if (entry === undefined) return undefined
    this.#referenced.add(entry)
    return inEntry(kind, name, () => {
      if (entry instanceof KubeconfigError) throw entry
      return validate(entry)
    })
  }
}

function firstOfEach<T>(files: readonly Entries<T>[]): Entries<T> {
  const merged = new Map<string, T | KubeconfigError>()
  for (const entries of files)
    for (const [name, entry] of entries) if (!merged.has(name)) merged.set(name, entry)
  return merged
}

/** Names the entry in the message of an error. */
function inEntry<T>(kind: string, name: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof KubeconfigError)
      throw new KubeconfigError(`${kind} ${JSON.stringify(name)}: ${error.message}`)
    throw error
  }
}

function undecodable<T>(kind: string, entries: Entries<T>, referenced: ReadonlySet<unknown>): string[] {
  return [...entries].flatMap(([name, entry]) =>
    entry instanceof KubeconfigError && !referenced.has(entry)
      ? [`${kind} ${JSON.stringify(name)} left out: ${entry.message}`]
      : [],
  )
}

/** Returns a cluster on plain HTTP: client-go does not use its TLS settings for the proxy either. */
function withoutTls(cluster: KubeconfigCluster): KubeconfigCluster {
  return {
    ...cluster,
    certificateAuthority: undefined,
    insecureSkipTlsVerify: false,
    tlsServerName: undefined,
  }
}

/** Returns the identity of a user on plain HTTP: client-go sends the impersonation headers only. */
function withoutCredentials({ name, file, impersonation }: KubeconfigUser): KubeconfigUser {
  return { ...anonymous, name, file, impersonation }
}

/** Returns the user with the credentials of the server's URL, which Go's HTTP client prefers. */
function withUserInfo(user: KubeconfigUser, { userInfo }: ServerAddress): KubeconfigUser {
  if (userInfo === undefined) return user
  const { name, file, clientCertificate, clientKey, impersonation } = user
  return { ...anonymous, name, file, clientCertificate, clientKey, impersonation, ...userInfo }
}
