import { isScalar, parseDocument, visit, type Document } from 'yaml'
import { caOf, credentialsOf, fields, rejectUnknownKeys, textOf, type Fields } from './untrusted-fields.ts'
import { Rejection, type Allowed, type Material } from './rejection.ts'
import { checkedServer } from './server-url.ts'

const MAX_BYTES = 256 * 1024
const TOP = new Set([
  'apiVersion',
  'kind',
  'clusters',
  'users',
  'contexts',
  'current-context',
  'preferences',
  'extensions',
])
const CLUSTER = new Set([
  'server',
  'certificate-authority-data',
  'tls-server-name',
  'insecure-skip-tls-verify',
  'disable-compression',
  'extensions',
])
const USER = new Set(['token', 'client-certificate-data', 'client-key-data', 'extensions'])
const CREDENTIALS = { token: 'token', cert: 'client-certificate-data', key: 'client-key-data' }
const CONTEXT = new Set(['cluster', 'user', 'namespace', 'extensions'])
/** The connection of one context in a kubeconfig. */
export interface SanitizedKubeconfig {
  material: Material
  cluster: string
  user: string
  namespace: string
}

/**
 * Validates a kubeconfig from an untrusted source, and reduces it to one context. Every key of that context
 * is checked against an allow-list before any Kubernetes library sees it; any other key is a Rejection.
 * `requested` names the context; absent: the current one, or the only one.
 */
export function sanitizeKubeconfig(
  text: string,
  requested: string | undefined,
  allowed: Allowed,
): SanitizedKubeconfig {
  const config = fields('kubeconfig', parsed(text))
  rejectUnknownKeys('kubeconfig', config, TOP)
  const name = requested ?? nameOf(config)
  const context = named(config, 'contexts', 'context', name)
  rejectUnknownKeys(`context "${name}"`, context, CONTEXT)
  const { cluster: clusterName, user: userName, namespace = 'default' } = context
  if (typeof clusterName !== 'string' || typeof userName !== 'string' || typeof namespace !== 'string')
    throw new Rejection(`context "${name}": must name a cluster and a user`)
  const cluster = named(config, 'clusters', 'cluster', clusterName)
  rejectUnknownKeys('cluster', cluster, CLUSTER)
  const user = named(config, 'users', 'user', userName)
  rejectUnknownKeys('user', user, USER)
  return {
    material: { ...clusterMaterial(cluster, allowed), ...credentialsOf(user, CREDENTIALS) },
    cluster: clusterName,
    user: userName,
    namespace,
  }
}

function parsed(text: string): unknown {
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new Rejection(`kubeconfig: must not exceed ${MAX_BYTES >> 10} KiB`)
  const document = parseDocument(text, {
    schema: 'core',
    strict: true,
    version: '1.2',
    // The parser's own check compares all keys with each other, and its excerpts repeat a line for each of its errors: minutes for a
    // hostile text.
    uniqueKeys: false,
    prettyErrors: false,
  })
  // The parser's message would repeat a part of the content.
  if (document.errors.length > 0 || !hasPlainKeys(document))
    throw new Rejection('kubeconfig: is not valid YAML, or has a duplicate key')
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    throw new Rejection('kubeconfig: anchors and aliases are not allowed')
  }
}

/** Whether every key of a document is a scalar that its map has once. */
function hasPlainKeys(document: Document.Parsed): boolean {
  let isPlain = true
  visit(document, {
    Map: (_key, { items }) => {
      const keys = items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : []))
      isPlain = new Set(keys).size === items.length
      return isPlain ? undefined : visit.BREAK
    },
  })
  return isPlain
}

function nameOf(config: Fields): string {
  const current = config['current-context']
  if (typeof current === 'string' && current !== '') return current
  const contexts = Array.isArray(config['contexts']) ? config['contexts'] : []
  const name: unknown = contexts.length === 1 ? fields('contexts', contexts[0])['name'] : undefined
  if (typeof name !== 'string')
    throw new Rejection(
      'kubeconfig: has no current-context, and not exactly one context: set current-context',
    )
  return name
}

function named(config: Fields, list: string, field: string, name: string): Fields {
  const entries: unknown[] = Array.isArray(config[list]) ? config[list] : []
  const found = entries.map((entry) => fields(list, entry)).filter((entry) => entry['name'] === name)
  const [entry] = found
  if (entry === undefined || found.length > 1)
    throw new Rejection(
      `${list}: ${found.length > 1 ? 'contains' : 'does not contain'} "${name}"${found.length > 1 ? ' more than once' : ''}`,
    )
  return fields(`${field} "${name}"`, entry[field])
}

function clusterMaterial(cluster: Fields, allowed: Allowed): Material {
  const servername = textOf(cluster, 'tls-server-name')
  const insecure = cluster['insecure-skip-tls-verify'] === true
  if (insecure && !allowed.insecureTls)
    throw new Rejection(
      'insecure-skip-tls-verify: is not allowed: name the CA, or set operator.allow.insecureTls',
    )
  return {
    server: checkedServer(cluster['server'], allowed),
    ...caOf(cluster, 'certificate-authority-data'),
    ...(servername === undefined ? {} : { servername }),
    ...(insecure ? { insecure: true } : {}),
  }
}
