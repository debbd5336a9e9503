import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { formats } from '../api/formats.ts'
import { readFailure } from '../core/formats/read-failure.ts'
import { parseDuration } from '../core/formats/duration.ts'
import { isLoopback } from '../core/formats/loopback.ts'
import { isContextName, isDns1123Label, isDns1123Subdomain } from '../core/formats/names.ts'
import { isWebOrigin } from '../core/formats/web-origin.ts'
import { validateSignInSettings, signInSettings, type SignInSettings } from '../auth/sign-in/settings.ts'
import { validateNotifications } from '../features/notifications/notifications-config.ts'
import { validateRepohost } from '../features/repohost/repohost-config.ts'
import { findUnsafeNodeOption } from '../commands/unsafe-node-options.ts'
import { settings, type Settings } from './settings-schema.ts'

/** Source of the first cluster. */
export type ClusterSource =
  | { kind: 'demo' }
  | { kind: 'in-cluster'; server: string }
  | { kind: 'kubeconfig'; files: readonly string[] }

export type Config = Readonly<
  Omit<
    Settings,
    | 'requestTimeout'
    | 'shutdownDelay'
    | 'shutdownGrace'
    | 'metricsHost'
    | 'logFormat'
    | 'loopback'
    | 'stateFile'
  > & {
    loopback: boolean
    metricsHost: string
    stateFile: string
    logFormat: 'json' | 'text'
    home: ClusterSource
    /** Undefined if sign-in is not configured. */
    signIn: SignInSettings | undefined
    requestTimeoutMs: number
    shutdownDelayMs: number
    shutdownGraceMs: number
  }
>

/** Invalid configuration; names every error. The process exits with 78 (EX_CONFIG of sysexits). */
export class ConfigError extends Error {}

/** Returns the environment of this process, which is read only here. */
export function environment(): NodeJS.ProcessEnv {
  return process.env
}

/**
 * Reads the configuration: flags override the environment, which overrides the file, which overrides
 * defaults; the result is validated as a whole. `terminal`: the log is read by a person.
 */
export function loadConfig(
  flags: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
  terminal = false,
): Config {
  const insecure = findUnsafeNodeOption(env)
  if (insecure !== undefined) throw new ConfigError(insecure)
  const { config: file, ...fromFlags } = flags
  const path = typeof file === 'string' ? file : env['CLUSTER_INSPECTOR_CONFIG']
  const merged = {
    ...(path === undefined ? {} : readFile(path)),
    ...fromEnvironment(env),
    ...typedAll(fromFlags),
  }
  const check = createAjv().compile<Settings>(settings)
  const candidate: unknown = merged
  if (!check(candidate)) throw new ConfigError((check.errors ?? []).map(validationMessage).join('\n'))
  const { requestTimeout, shutdownDelay, shutdownGrace, ...rest } = candidate
  const mistakes = [
    ...validateSignInSettings(rest),
    ...validateRepohost(rest),
    ...validateNotifications(rest),
  ]
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  const signIn = signInSettings(rest)
  const home = clusterSourceOf(rest, env)
  checkTls(rest)
  if (rest.allowedOrigins.length > 0 && rest.tokenAudiences.length === 0)
    throw new ConfigError(
      'allowedOrigins requires tokenAudiences: cross-origin requests must carry a bearer token',
    )
  // A caller by port-forward has no user name that the cluster could authorize.
  const loopback = rest.loopback ?? rest.authorization === 'service'
  if (signIn === undefined) checkCallers({ ...rest, loopback }, home)
  return Object.freeze({
    ...rest,
    loopback,
    metricsHost: rest.metricsHost ?? rest.host,
    stateFile: rest.stateFile ?? defaultStateFile(env),
    logFormat: rest.logFormat ?? (terminal ? 'text' : 'json'),
    home,
    signIn,
    allowedHosts: signIn === undefined ? rest.allowedHosts : [...rest.allowedHosts, signIn.origin.hostname],
    requestTimeoutMs: milliseconds(requestTimeout),
    shutdownDelayMs: milliseconds(shutdownDelay),
    shutdownGraceMs: milliseconds(shutdownGrace),
  })
}

/** Returns a validator with the formats of settings; it puts in the defaults. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    strict: true,
    verbose: true,
    allowUnionTypes: true,
  })
  ajv.addFormat('duration', (text: string) => parseDuration(text) !== undefined)
  ajv.addFormat('context-name', isContextName)
  ajv.addFormat(
    'namespace-choice',
    (text: string) => formats['namespace-choice']?.errorFor(text) === undefined,
  )
  ajv.addFormat('dns1123-label', isDns1123Label)
  ajv.addFormat('host-name', isDns1123Subdomain)
  ajv.addFormat('web-origin', isWebOrigin)
  return ajv
}

/** Returns the file of settings. Source: XDG Base Directory Specification, by which a relative path is ignored. */
function defaultStateFile({ XDG_STATE_HOME: named = '' }: NodeJS.ProcessEnv): string {
  const folder = isAbsolute(named) ? named : join(homedir(), '.local', 'state')
  return join(folder, 'cluster-inspector', 'state.json')
}

function clusterSourceOf(
  config: { demo: boolean; kubeconfig?: string },
  env: NodeJS.ProcessEnv,
): ClusterSource {
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
      : named.split(delimiter).filter((path) => path !== '')
  if (!files.some((path) => existsSync(path)))
    throw new ConfigError(
      `no kubeconfig at ${files.join(', ')}: set KUBECONFIG, or try the demo cluster with serve --demo`,
    )
  return { kind: 'kubeconfig', files }
}

/** Rejects incomplete TLS settings, which would trust no client or leave traffic unencrypted. */
function checkTls({
  tlsCertificateFile: certificate,
  tlsKeyFile: key,
  tlsClientCaFile: clientCa,
  trustedProxies,
}: Pick<Settings, 'tlsCertificateFile' | 'tlsKeyFile' | 'tlsClientCaFile' | 'trustedProxies'>): void {
  if ((certificate === undefined) !== (key === undefined))
    throw new ConfigError('TLS needs a certificate and its key: set both tlsCertificateFile and tlsKeyFile')
  if (clientCa !== undefined && certificate === undefined)
    throw new ConfigError('client certificates require TLS: set tlsCertificateFile and tlsKeyFile')
  if (clientCa === undefined && trustedProxies.length > 0)
    throw new ConfigError('trustedProxies requires tlsClientCaFile, the CA of their certificates')
  if (clientCa !== undefined && trustedProxies.length === 0)
    throw new ConfigError('tlsClientCaFile has no effect without trustedProxies')
}

/** Rejects settings with which no caller, or none from the configured address, could be authenticated. */
function checkCallers(
  {
    host,
    loopback,
    tokenAudiences,
    trustedProxies,
  }: Pick<Config, 'host' | 'loopback' | 'tokenAudiences' | 'trustedProxies'>,
  home: ClusterSource,
): void {
  if (tokenAudiences.length > 0 || trustedProxies.length > 0) return
  if (!loopback)
    throw new ConfigError(
      'no authentication method is enabled: set loopback, tokenAudiences (bearer tokens), trustedProxies or authUrl (sign-in)',
    )
  if (home.kind !== 'in-cluster' && host !== 'localhost' && !isLoopback(host))
    throw new ConfigError(
      `no authentication method is enabled for remote callers: set tokenAudiences (bearer tokens), or listen on 127.0.0.1 instead of ${host}`,
    )
}

function readFile(path: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
  } catch (error) {
    throw new ConfigError(`the file ${path} cannot be read: ${readFailure(error)}`)
  }
  throw new ConfigError(`the file ${path} must contain one JSON object`)
}

/**
 * Returns the environment variable of a setting: CLUSTER_INSPECTOR_METRICS_PORT for `metricsPort`. The API's
 * port may also be set by PORT.
 */
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

/**
 * Converts the text of a flag or variable to its setting's type; text that does not convert is left for
 * validation to report.
 */
function typed(key: string, text: string): unknown {
  const setting = Object.entries(settings.properties).find(([name]) => name === key)?.[1]
  const type = setting !== undefined && 'type' in setting ? setting.type : undefined
  if (type === 'integer' && /^\d{1,9}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'array') return text.split(',').filter((item) => item !== '')
  return type === 'object' ? jsonOr(text) : text
}

/** Returns the value of a JSON text; a text that is not JSON is left for validation to report. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function validationMessage(error: ErrorObject): string {
  const unknownKey: unknown = error.params['additionalProperty']
  if (typeof unknownKey === 'string') return `${unknownKey} is not a setting`
  const setting = error.instancePath.slice(1).replaceAll('/', '.')
  return `${setting} ${requirementOf(error)} (given: ${JSON.stringify(error.data)})`
}

function requirementOf({ params, message }: ErrorObject): string {
  const format: unknown = params['format']
  if (typeof format === 'string') return `must be a ${format}`
  const allowed: unknown = params['allowedValues']
  return Array.isArray(allowed) ? `must be one of: ${allowed.join(', ')}` : (message ?? 'is invalid')
}

function milliseconds(text: string): number {
  return (parseDuration(text) ?? 0) * 1000
}
