import { dirname, isAbsolute, join, resolve } from 'node:path'
import { Fields, listOf, textOf } from './decode.ts'
import { KubeconfigError } from './kubeconfig-error.ts'
import type { ExecConfig, Impersonation, KubeconfigCluster, KubeconfigUser, PemSource } from './model.ts'
import { parseYaml } from './yaml.ts'

/** Name of the extension whose content exec plugins receive. Source: client-go, clientcmd.clusterExtensionKey. */
const EXEC_EXTENSION = 'client.authentication.k8s.io/exec'
/** API versions in which `interactiveMode` is optional. */
const OPTIONAL_INTERACTIVE_MODE = new Set([
  'client.authentication.k8s.io/v1alpha1',
  'client.authentication.k8s.io/v1beta1',
])

/** A pair of a file and a data field, of which client-go allows one. */
export interface PemFields {
  readonly data: string | undefined
  readonly file: string | undefined
}

/** A cluster as it is written, before it is validated. */
export interface DeclaredCluster extends KubeconfigCluster {
  readonly authority: PemFields
}

/** A user as it is written, before it is validated. */
export interface DeclaredUser extends Omit<KubeconfigUser, 'exec' | 'impersonation'> {
  readonly certificate: PemFields
  readonly key: PemFields
  readonly impersonation: Impersonation
  /** `interactiveMode` is any text. */
  readonly exec: (Omit<ExecConfig, 'interactiveMode'> & { readonly interactiveMode: string }) | undefined
}

/** A context as it is written; empty names are those of entries without a name. */
export interface DeclaredContext {
  readonly name: string
  readonly cluster: string
  readonly user: string
  readonly namespace: string
}

/** Entries by name; an entry that cannot be decoded is a KubeconfigError, and keeps its name taken. */
export type Entries<T> = ReadonlyMap<string, T | KubeconfigError>

export interface KubeconfigFile {
  readonly currentContext: string
  readonly clusters: Entries<DeclaredCluster>
  readonly users: Entries<DeclaredUser>
  readonly contexts: Entries<DeclaredContext>
  /** Entries that have no readable name, each with the reason. */
  readonly unnamed: readonly string[]
}

/**
 * Parses one kubeconfig file; paths in it are relative to its folder. Throws KubeconfigError for a file that has no
 * entries to read. Source: client-go, tools/clientcmd/api/v1.
 */
export function parseKubeconfig(content: Uint8Array, file: string): KubeconfigFile {
  const config = Fields.of(parseYaml(content), 'it')
  const apiVersion = config.text('apiVersion')
  const kind = config.text('kind')
  if (!['', 'v1'].includes(apiVersion) || !['', 'Config'].includes(kind))
    throw new KubeconfigError('not of apiVersion v1 and kind Config')
  config.object('preferences').flag('colors')
  extensionsOf(config.object('preferences'))
  extensionsOf(config)
  const unnamed: string[] = []
  const folder = dirname(resolve(file))
  const source = { file: resolve(file), path: (path: string) => absolute(path, folder) }
  return {
    currentContext: config.text('current-context'),
    clusters: entries(config, ['clusters', 'cluster'], unnamed, (name, fields) =>
      clusterOf(name, fields, source),
    ),
    users: entries(config, ['users', 'user'], unnamed, (name, fields) => userOf(name, fields, source)),
    contexts: entries(config, ['contexts', 'context'], unnamed, contextOf),
    unnamed,
  }
}

interface Source {
  readonly file: string
  readonly path: (path: string) => string
}

function absolute(path: string, folder: string): string {
  return isAbsolute(path) ? path : join(folder, path)
}

function entries<T>(
  config: Fields,
  [list, field]: readonly [string, string],
  unnamed: string[],
  decode: (name: string, fields: Fields) => T,
): Entries<T> {
  const found = new Map<string, T | KubeconfigError>()
  for (const [index, item] of config.list(list).entries()) {
    let name: string
    let entry: Fields
    try {
      entry = Fields.of(item, `${list}[${index}]`)
      name = entry.text('name')
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error
      unnamed.push(`${list}[${index}]: ${error.message}`)
      continue
    }
    const value = attempt(() => decode(name, entry.object(field)))
    found.set(name, found.has(name) ? new KubeconfigError('in the file more than once') : value)
  }
  return found
}

function attempt<T>(decode: () => T): T | KubeconfigError {
  try {
    return decode()
  } catch (error) {
    if (error instanceof KubeconfigError) return error
    throw error
  }
}

function clusterOf(name: string, fields: Fields, { path }: Source): DeclaredCluster {
  const authority = pemOf(fields, 'certificate-authority', path)
  return {
    name,
    server: fields.text('server'),
    authority,
    certificateAuthority: sourceOf(authority),
    insecureSkipTlsVerify: fields.flag('insecure-skip-tls-verify'),
    tlsServerName: fields.optional('tls-server-name'),
    proxyUrl: fields.optional('proxy-url'),
    disableCompression: fields.flag('disable-compression'),
    execConfig: extensionsOf(fields).get(EXEC_EXTENSION),
  }
}

function pemOf(fields: Fields, key: string, path: Source['path']): PemFields {
  const file = fields.optional(key)
  return { data: fields.base64(`${key}-data`), file: file === undefined ? undefined : path(file) }
}

/** Returns the data of a PEM field, else its file. */
function sourceOf({ data, file }: PemFields): PemSource | undefined {
  if (data !== undefined) return { data }
  return file === undefined ? undefined : { file }
}

function extensionsOf(fields: Fields): ReadonlyMap<string, unknown> {
  const extensions = new Map<string, unknown>()
  for (const item of fields.list('extensions')) {
    const entry = Fields.of(item, 'extensions')
    const name = entry.text('name')
    if (extensions.has(name)) throw new KubeconfigError('an extension more than once')
    extensions.set(name, entry.any('extension'))
  }
  return extensions
}

function userOf(name: string, fields: Fields, { file, path }: Source): DeclaredUser {
  extensionsOf(fields)
  const certificate = pemOf(fields, 'client-certificate', path)
  const key = pemOf(fields, 'client-key', path)
  const tokenFile = fields.optional('tokenFile')
  const authProvider = fields.optionalObject('auth-provider')
  return {
    name,
    file,
    token: fields.optional('token'),
    tokenFile: tokenFile === undefined ? undefined : path(tokenFile),
    certificate,
    key,
    clientCertificate: sourceOf(certificate),
    clientKey: sourceOf(key),
    username: fields.optional('username'),
    password: fields.optional('password'),
    impersonation: {
      user: fields.text('as'),
      uid: fields.optional('as-uid'),
      groups: fields.texts('as-groups'),
      extra: fields.record('as-user-extra', (value, key) =>
        listOf(value, key).map((item) => textOf(item, key)),
      ),
    },
    exec: execOf(fields.optionalObject('exec'), path),
    authProvider: authProvider && {
      name: authProvider.text('name'),
      config: authProvider.record('config', textOf),
    },
  }
}

function execOf(fields: Fields | undefined, path: Source['path']): DeclaredUser['exec'] {
  if (fields === undefined) return undefined
  const command = fields.text('command')
  const apiVersion = fields.text('apiVersion')
  const fallback = OPTIONAL_INTERACTIVE_MODE.has(apiVersion) ? 'IfAvailable' : ''
  return {
    apiVersion,
    command: command.includes('/') ? path(command) : command,
    args: fields.texts('args'),
    env: fields.list('env').map((item) => {
      const entry = Fields.of(item, 'env')
      return { name: entry.text('name'), value: entry.text('value') }
    }),
    installHint: fields.optional('installHint'),
    provideClusterInfo: fields.flag('provideClusterInfo'),
    interactiveMode: fields.optional('interactiveMode') ?? fallback,
  }
}

function contextOf(name: string, fields: Fields): DeclaredContext {
  extensionsOf(fields)
  return {
    name,
    cluster: fields.text('cluster'),
    user: fields.text('user'),
    namespace: fields.text('namespace'),
  }
}
