import { readFile } from 'node:fs/promises'
import type { RequestOptions } from 'node:https'
import { dirname } from 'node:path'
import type { KubeConfig } from '@kubernetes/client-node'
import { isContextName } from '../../core/formats/names.ts'
import { splitServer, type ClusterContext } from '../contexts/context.ts'
import { sameIdentity, type Credentials, type Identity, type TlsMaterial } from './credentials/interface.ts'

/** Interval after which files are read and credential plugins run again, to pick up rotated credentials. */
const FRESH_MS = 60_000
const PLUGIN_MS = 15_000

export interface LoadedKubeconfig {
  contexts: ClusterContext[]
  current: string | undefined
  /** Contexts left out, each with the reason. */
  skipped: string[]
}

interface Entry {
  file: string
  name: string
}

/**
 * Loads the contexts of one or several kubeconfig files. Of equal names the first file's wins, as for
 * kubectl. client-node is imported only here: it reads the files and runs the credential plugins they name.
 */
export async function loadKubeconfig(files: readonly string[]): Promise<LoadedKubeconfig> {
  const loaded: LoadedKubeconfig = { contexts: [], current: undefined, skipped: [] }
  for (const file of files) {
    const config = await readKubeconfig(file)
    if (loaded.current === undefined && config.currentContext) loaded.current = config.currentContext
    for (const { name } of config.contexts) {
      if (loaded.contexts.some((context) => context.name === name)) continue
      const context = contextOf(config, { file, name })
      if (typeof context === 'string') loaded.skipped.push(context)
      else loaded.contexts.push(context)
    }
  }
  return loaded
}

async function readKubeconfig(file: string): Promise<KubeConfig> {
  const { KubeConfig, loadYaml } = await import('@kubernetes/client-node')
  const text = await readFile(file, 'utf8')
  const config = new KubeConfig()
  config.loadFromString(text)
  config.makePathsAbsolute(dirname(file))
  // client-node refuses plain HTTP unless TLS verification is off; kubectl does not refuse it. Plain HTTP has
  // no certificate to verify.
  config.clusters = config.clusters.map((cluster) =>
    cluster.server.startsWith('http://') ? { ...cluster, skipTLSVerify: true } : cluster,
  )
  const raw = loadYaml<{ users?: { name: string; user?: { tokenFile?: string } }[] }>(text)
  config.users = config.users.map((user) => {
    // client-node ignores a user's `tokenFile`. kubectl supports it, and reads the file again when it
    // changes.
    const tokenFile = raw.users?.find((rawUser) => rawUser.name === user.name)?.user?.tokenFile
    return tokenFile === undefined
      ? user
      : { ...user, authProvider: { name: 'tokenFile', config: { tokenFile } } }
  })
  return config
}

function contextOf(config: KubeConfig, entry: Entry): ClusterContext | string {
  const { name } = entry
  const context = config.getContextObject(name)
  const cluster = context === null ? null : config.getCluster(context.cluster)
  if (!isContextName(name)) return 'a context whose name is empty, too long or contains control characters'
  if (context === null || cluster === null) return `context "${name}": its cluster is not in the file`
  if (config.getUser(context.user) === null) return `context "${name}": its user is not in the file`
  try {
    return {
      name,
      ...splitServer(cluster.server),
      credentials: new KubeconfigCredentials(entry),
      ...(cluster.proxyUrl ? { proxy: cluster.proxyUrl } : {}),
      grants: { context: name, managedByChart: false, readOnly: false, namespaces: [] },
      declared: {
        cluster: cluster.name,
        user: context.user,
        namespace: context.namespace ?? 'default',
        source: 'kubeconfig',
      },
    }
  } catch {
    return `context "${name}": its server is not an http(s) URL`
  }
}

/** The identity of one kubeconfig context: certificates, tokens, token files or a credential plugin. */
class KubeconfigCredentials implements Credentials {
  readonly #entry: Entry
  #cached: { identity: Identity; loadedAt: number } | undefined
  #asking: Promise<Identity> | undefined

  constructor(entry: Entry) {
    this.#entry = entry
  }

  async current(): Promise<Identity> {
    if (this.#cached !== undefined && performance.now() - this.#cached.loadedAt < FRESH_MS)
      return this.#cached.identity
    this.#asking ??= this.#load().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  async rejected(rejected: Identity): Promise<boolean> {
    if (this.#cached !== undefined && sameIdentity(rejected, this.#cached.identity)) this.#cached = undefined
    return !sameIdentity(rejected, await this.current())
  }

  /** Uses a new KubeConfig each time, because client-node caches the output of plugins in it by user name. */
  async #load(): Promise<Identity> {
    try {
      const config = await readKubeconfig(this.#entry.file)
      config.setCurrentContext(this.#entry.name)
      const options: RequestOptions = {}
      await withDeadline(config.applyToHTTPSOptions(options))
      const identity = identityOf(options)
      this.#cached = { identity, loadedAt: performance.now() }
      return identity
    } catch (error) {
      if (this.#cached !== undefined) return this.#cached.identity
      // A plugin's own message may contain secrets, so it stays in the cause, which callers do not see.
      throw new Error(
        `the credentials of context "${this.#entry.name}" could not be loaded: try the context with kubectl`,
        {
          cause: error,
        },
      )
    }
  }
}

async function withDeadline(work: Promise<void>): Promise<void> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => deadline.reject(new Error('the credential plugin did not respond in time')),
    PLUGIN_MS,
  )
  try {
    await Promise.race([work, deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}

function identityOf(options: RequestOptions): Identity {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(options.headers ?? {}))
    if (typeof value === 'string') headers[name.toLowerCase()] = value
  if (typeof options.auth === 'string')
    headers['authorization'] = `Basic ${Buffer.from(options.auth).toString('base64')}`
  const tls: TlsMaterial = {}
  for (const part of ['ca', 'cert', 'key'] as const) {
    const pem = options[part]
    if (typeof pem === 'string' || Buffer.isBuffer(pem)) tls[part] = pem.toString()
  }
  if (options.servername !== undefined) tls.servername = options.servername
  if (options.rejectUnauthorized !== undefined) tls.rejectUnauthorized = options.rejectUnauthorized
  return { headers, tls }
}
