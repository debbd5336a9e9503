import { caOf, credentialsOf, fields, rejectUnknownKeys, textOf } from './untrusted-fields.ts'
import { Rejection, type Allowed, type Material } from './rejection.ts'
import { checkedServer } from './server-url.ts'

const CONFIG = new Set(['bearerToken', 'tlsClientConfig', 'disableCompression'])
const TLS = new Set(['insecure', 'serverName', 'caData', 'certData', 'keyData'])
const CREDENTIALS = { token: 'bearerToken', cert: 'certData', key: 'keyData' }

/**
 * Validates and reduces a cluster Secret of Argo CD (`server`, and the JSON in `config`), by the same rules
 * as a kubeconfig. Throws Rejection. Source: Argo CD, declarative set-up of clusters.
 */
export function sanitizeArgoCluster(
  server: string | undefined,
  config: string | undefined,
  allowed: Allowed,
): Material {
  const settings = fields('config', parsed(config ?? '{}'))
  rejectUnknownKeys('config', settings, CONFIG)
  const tls = fields('tlsClientConfig', settings['tlsClientConfig'] ?? {})
  rejectUnknownKeys('tlsClientConfig', tls, TLS)
  const insecure = tls['insecure'] === true
  if (insecure && !allowed.insecureTls)
    throw new Rejection('insecure: is not allowed: give caData, or set operator.allow.insecureTls')
  const servername = textOf(tls, 'serverName')
  return {
    server: checkedServer(server, allowed),
    ...caOf(tls, 'caData'),
    ...(servername === undefined ? {} : { servername }),
    ...(insecure ? { insecure: true } : {}),
    ...credentialsOf({ ...tls, bearerToken: settings['bearerToken'] }, CREDENTIALS),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The message of JSON.parse would repeat a part of the content.
    throw new Rejection('config: is not valid JSON')
  }
}
