import { readFile } from 'node:fs/promises'
import type { RequestOptions } from 'node:https'
import { dirname } from 'node:path'
import type { KubeConfig } from '@kubernetes/client-node'
import { isContextName } from '../grammar/names.ts'
import { splitServer, type ClusterContext } from './context.ts'
import { sameIdentity, type Credentials, type Identity, type TlsMaterial } from './credentials.ts'

/** Files are read and plugins asked again this often, so that what others rotate is picked up. */
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
 * The contexts of one or several kubeconfig files; of equal names the first file's wins, as for kubectl. client-node is
 * loaded here and nowhere else: it reads the files and runs the credential plugins they name.
 */
export async function loadKubeconfig(files: readonly string[]): Promise<LoadedKubeconfig> {
  const loaded: LoadedKubeconfig = { contexts: [], current: undefined, skipped: [] }
  for (const file of files) {
    const config = await readKubeconfig(file)
    if (loaded.current === undefined && config.currentContext) loaded.current = config.currentContext
    for (const { name } of config.contexts) {
      if (loaded.contexts.some((one) => one.name === name)) continue
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
  // client-node refuses to speak plain HTTP, as kubectl does not: there is no certificate to be checked then.
  config.clusters = config.clusters.map((cluster) =>
    cluster.server.startsWith('http://') ? { ...cluster, skipTLSVerify: true } : cluster,
  )
  const raw = loadYaml<{ users?: { name: string; user?: { tokenFile?: string } }[] }>(text)
  config.users = config.users.map((user) => {
    // client-node knows no `tokenFile` of a user; kubectl does, and reads it again as it changes.
    const tokenFile = raw.users?.find((one) => one.name === user.name)?.user?.tokenFile
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
  if (!isContextName(name)) return 'a context whose name is empty, too long or holds control characters'
  if (context === null || cluster === null) return `context "${name}": its cluster is not in the file`
  if (config.getUser(context.user) === null) return `context "${name}": its user is not in the file`
  try {
    return {
      name,
      ...splitServer(cluster.server),
      credentials: new KubeconfigCredentials(entry),
      ...(cluster.proxyUrl ? { proxy: cluster.proxyUrl } : {}),
      grants: { context: name, byChart: false, readOnly: false, namespaces: [] },
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

/** The identity that one context of a kubeconfig file gives: certificates, tokens, token files or a plugin's answer. */
class KubeconfigCredentials implements Credentials {
  readonly #entry: Entry
  #held: { identity: Identity; at: number } | undefined
  #asking: Promise<Identity> | undefined

  constructor(entry: Entry) {
    this.#entry = entry
  }

  async current(): Promise<Identity> {
    if (this.#held !== undefined && performance.now() - this.#held.at < FRESH_MS) return this.#held.identity
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  async refused(shown: Identity): Promise<boolean> {
    if (this.#held !== undefined && sameIdentity(shown, this.#held.identity)) this.#held = undefined
    return !sameIdentity(shown, await this.current())
  }

  /** A KubeConfig of its own each time: client-node caches plugins' answers in it by the user's name. */
  async #ask(): Promise<Identity> {
    try {
      const config = await readKubeconfig(this.#entry.file)
      config.setCurrentContext(this.#entry.name)
      const options: RequestOptions = {}
      await withDeadline(config.applyToHTTPSOptions(options))
      const identity = identityOf(options)
      this.#held = { identity, at: performance.now() }
      return identity
    } catch (error) {
      if (this.#held !== undefined) return this.#held.identity
      // A plugin's own words may hold what it was given; they stay in the cause, which no caller sees.
      throw new Error(
        `the credentials of context "${this.#entry.name}" could not be had: try kubectl with it`,
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
    () => deadline.reject(new Error('the credential plugin did not answer in time')),
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
