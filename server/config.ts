import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FromSchema } from 'json-schema-to-ts'
import { parseDuration } from './grammar/duration.ts'
import { isContextName, isDns1123Label } from './grammar/names.ts'

const duration = { type: 'string', format: 'duration' } as const
const port = { type: 'integer', minimum: 0, maximum: 65_535 } as const

/** Where Kubernetes mounts a Pod's identity. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Every setting: a flag `--metrics-port`, a variable CLUSTER_INSPECTOR_METRICS_PORT, a key `metricsPort` of the file. */
export const settings = {
  type: 'object',
  additionalProperties: false,
  required: [
    'port',
    'host',
    'metricsPort',
    'demo',
    'serviceAccount',
    'namespaces',
    'readOnly',
    'logLevel',
    'cache',
    'accessLog',
    'requestTimeout',
    'shutdownDelay',
    'shutdownGrace',
    'checkResponses',
  ],
  properties: {
    port: { ...port, default: 8080, description: 'port of the API (variable: PORT)' },
    host: {
      type: 'string',
      minLength: 1,
      default: '127.0.0.1',
      description: 'address to listen on, * for all',
    },
    metricsPort: { ...port, default: 9090, description: 'port of /metrics, /healthz and /readyz' },
    metricsHost: { type: 'string', minLength: 1, description: 'address for that port (default: host)' },
    demo: { type: 'boolean', default: false, description: 'serve an embedded demo cluster' },
    kubeconfig: {
      type: 'string',
      minLength: 1,
      description: 'kubeconfig file or files (default: KUBECONFIG, ~/.kube/config)',
    },
    context: {
      type: 'string',
      format: 'context-name',
      description: 'default context (default: the current one)',
    },
    serviceAccount: {
      type: 'string',
      minLength: 1,
      default: SERVICE_ACCOUNT,
      description: 'folder of the token and CA used in a cluster',
    },
    namespaces: {
      type: 'array',
      items: { type: 'string', format: 'dns1123-label' },
      uniqueItems: true,
      default: [],
      description: 'namespaces the in-cluster identity may read, none for all (chart: rbac.namespaces)',
    },
    readOnly: {
      type: 'boolean',
      default: false,
      description: 'the chart granted no writes (chart: rbac.readOnly)',
    },
    logLevel: {
      enum: ['error', 'warn', 'info', 'debug'],
      default: 'info',
      description: 'least level that is logged',
    },
    logFormat: {
      enum: ['json', 'text'],
      description: 'json for machines, text for people (default: text on a terminal)',
    },
    cache: {
      type: 'boolean',
      default: true,
      description: 'answer reads from watched state; false: ask the API server each time',
    },
    accessLog: { type: 'boolean', default: true, description: 'one line a request' },
    requestTimeout: {
      ...duration,
      default: '15s',
      description: 'time a request may take before its answer begins',
    },
    shutdownDelay: { ...duration, default: '0s', description: 'time between not ready and not answering' },
    shutdownGrace: { ...duration, default: '20s', description: 'time for requests under way to finish' },
    checkResponses: { type: 'boolean', default: false, description: 'hold every answer against its schema' },
  },
} as const

type Settings = FromSchema<typeof settings>

/** Where the first cluster is. */
export type Home =
  | { kind: 'demo' }
  | { kind: 'in-cluster'; server: string }
  | { kind: 'kubeconfig'; files: readonly string[] }

export type Config = Readonly<
  Omit<Settings, 'requestTimeout' | 'shutdownDelay' | 'shutdownGrace' | 'metricsHost' | 'logFormat'> & {
    metricsHost: string
    logFormat: 'json' | 'text'
    home: Home
    requestTimeoutMs: number
    shutdownDelayMs: number
    shutdownGraceMs: number
  }
>

/** The configuration is wrong; every mistake is named. The process exits with 78 (EX_CONFIG of sysexits). */
export class ConfigError extends Error {}

/** The environment of this process; the only place that reads it. */
export function environment(): NodeJS.ProcessEnv {
  return process.env
}

/** Flags over environment over file over defaults, checked as a whole; `terminal`: a person reads what is logged. */
export function readConfig(
  flags: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
  terminal = false,
): Config {
  const { config: file, ...given } = flags
  const path = typeof file === 'string' ? file : env['CLUSTER_INSPECTOR_CONFIG']
  const merged = {
    ...(path === undefined ? {} : readFile(path)),
    ...fromEnvironment(env),
    ...typedAll(given),
  }
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: true, verbose: true })
  ajv.addFormat('duration', (text: string) => parseDuration(text) !== undefined)
  ajv.addFormat('context-name', isContextName)
  ajv.addFormat('dns1123-label', isDns1123Label)
  const check = ajv.compile<Settings>(settings)
  const candidate: unknown = merged
  if (!check(candidate)) throw new ConfigError((check.errors ?? []).map(mistake).join('\n'))
  const { requestTimeout, shutdownDelay, shutdownGrace, ...rest } = candidate
  return Object.freeze({
    ...rest,
    metricsHost: rest.metricsHost ?? rest.host,
    logFormat: rest.logFormat ?? (terminal ? 'text' : 'json'),
    home: homeOf(rest, env),
    requestTimeoutMs: milliseconds(requestTimeout),
    shutdownDelayMs: milliseconds(shutdownDelay),
    shutdownGraceMs: milliseconds(shutdownGrace),
  })
}

function homeOf(config: { demo: boolean; kubeconfig?: string }, env: NodeJS.ProcessEnv): Home {
  if (config.demo) return { kind: 'demo' }
  const {
    KUBERNETES_SERVICE_HOST: host,
    KUBERNETES_SERVICE_PORT: servicePort = '443',
    KUBECONFIG: listed,
  } = env
  if (host !== undefined && config.kubeconfig === undefined)
    return { kind: 'in-cluster', server: `https://${host.includes(':') ? `[${host}]` : host}:${servicePort}` }
  const named = config.kubeconfig ?? (listed === undefined || listed === '' ? undefined : listed)
  const files =
    named === undefined
      ? [join(homedir(), '.kube', 'config')]
      : named.split(delimiter).filter((one) => one !== '')
  const present = files.filter((one) => existsSync(one))
  if (present.length === 0)
    throw new ConfigError(
      `no kubeconfig at ${files.join(', ')}: set KUBECONFIG, or try the demo cluster with serve --demo`,
    )
  return { kind: 'kubeconfig', files: present }
}

function readFile(path: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
  } catch (error) {
    throw new ConfigError(
      `the file ${path} cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}`,
    )
  }
  throw new ConfigError(`the file ${path} must hold one JSON object`)
}

/** The variable of a setting: `metricsPort` is CLUSTER_INSPECTOR_METRICS_PORT; the API's port is PORT too. */
export function variableOf(key: string): string {
  return `CLUSTER_INSPECTOR_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

function fromEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const key of Object.keys(settings.properties)) {
    const text = env[variableOf(key)] ?? (key === 'port' ? env['PORT'] : undefined)
    if (text !== undefined && text !== '') values[key] = typed(key, text)
  }
  return values
}

function typedAll(flags: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).map(([key, value]) => [key, typeof value === 'string' ? typed(key, value) : value]),
  )
}

/** Text from a flag or a variable, as its setting wants it; what does not fit stays text, for the check to name. */
function typed(key: string, text: string): unknown {
  const setting = Object.entries(settings.properties).find(([name]) => name === key)?.[1]
  const type = setting !== undefined && 'type' in setting ? setting.type : undefined
  if (type === 'integer' && /^\d{1,9}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'array') return text.split(',').filter((one) => one !== '')
  return text
}

function mistake(error: ErrorObject): string {
  const unknownKey: unknown = error.params['additionalProperty']
  if (typeof unknownKey === 'string') return `${unknownKey} is not a setting`
  const format: unknown = error.params['format']
  const what = typeof format === 'string' ? `must be a ${format}` : (error.message ?? 'is wrong')
  return `${error.instancePath.slice(1).replaceAll('/', '.')} ${what} (given: ${JSON.stringify(error.data)})`
}

function milliseconds(text: string): number {
  return (parseDuration(text) ?? 0) * 1000
}
