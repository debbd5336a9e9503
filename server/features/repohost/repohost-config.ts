import { HostUrlError, parseHostUrl, type HostUrl } from '../../outbound/host-url.ts'

const GITHUB = 'https://api.github.com'

/** The part of the configuration that the repository host needs. */
export interface RepohostConfig {
  readonly repohostKind?: 'github' | 'gitea'
  readonly repohostBaseUrl?: string
  readonly repohostTokenFile?: string
  readonly repohostCaFile?: string
  readonly repohostAppId?: string
  readonly repohostPrivateKeyFile?: string
  readonly repohostInstallationId?: number
  readonly repohostClientId?: string
  readonly repohostClientSecretFile?: string
  readonly repohostAppSlug?: string
  readonly repohostShared: 'none' | 'read' | 'write'
  readonly repohostRepositories: readonly string[]
  readonly repohostReadOnly: boolean
  readonly repohostAllowHttp: boolean
  readonly repohostAllowSecrets: boolean
  readonly repohostAllowWorkflows: boolean
  readonly repohostDraftFallback: boolean
}

/** Credential of the service at the host, of which there is one at most. */
export type ConfiguredCredential =
  | { readonly kind: 'token'; readonly file: string }
  | {
      readonly kind: 'installation'
      readonly appId: string
      readonly privateKeyFile: string
      readonly installationId: number
    }

/** OAuth client by which people connect their own accounts. */
export interface ConfiguredClient {
  readonly id: string
  readonly secretFile: string
  /** Name of the GitHub App in URLs, by which people install it. */
  readonly appSlug: string | undefined
}

/** A configured repository host. It has a credential, a client, or both. */
export interface ConfiguredHost {
  readonly kind: 'github' | 'gitea'
  readonly base: HostUrl
  readonly allowHttp: boolean
  readonly credential: ConfiguredCredential | undefined
  readonly client: ConfiguredClient | undefined
  readonly caFile: string | undefined
}

const SETTINGS_OF_A_HOST = [
  'BaseUrl',
  'TokenFile',
  'CaFile',
  'AppId',
  'PrivateKeyFile',
  'InstallationId',
  'ClientId',
  'ClientSecretFile',
  'AppSlug',
] as const

/** Returns every mistake in the settings of the repository host. */
export function validateRepohost(config: RepohostConfig): string[] {
  const { repohostKind: kind, repohostBaseUrl: baseUrl } = config
  if (kind === undefined) {
    return SETTINGS_OF_A_HOST.filter((name) => config[`repohost${name}`] !== undefined).map(
      (name) => `repohost${name} has no effect without repohostKind`,
    )
  }
  const mistakes: string[] = []
  if (kind === 'gitea' && baseUrl === undefined) mistakes.push('repohostKind gitea requires repohostBaseUrl')
  try {
    parseHostUrl(baseUrl ?? GITHUB, { allowHttp: config.repohostAllowHttp })
  } catch (error) {
    if (!(error instanceof HostUrlError)) throw error
    const hint = error.message.startsWith('must be https') ? '; or set repohostAllowHttp' : ''
    mistakes.push(`repohostBaseUrl ${error.message}${hint}`)
  }
  return [...mistakes, ...clientMistakes(config, kind), ...credentialMistakes(config, kind)]
}

function clientMistakes(config: RepohostConfig, kind: 'github' | 'gitea'): string[] {
  const { repohostClientId: id, repohostClientSecretFile: secretFile, repohostAppSlug: slug } = config
  const mistakes: string[] = []
  if ((id === undefined) !== (secretFile === undefined))
    mistakes.push('accounts of people need repohostClientId and repohostClientSecretFile')
  if (slug !== undefined && kind === 'gitea') mistakes.push('repohostAppSlug requires repohostKind github')
  else if (slug !== undefined && id === undefined) mistakes.push('repohostAppSlug requires repohostClientId')
  return mistakes
}

function credentialMistakes(config: RepohostConfig, kind: 'github' | 'gitea'): string[] {
  const app = [config.repohostAppId, config.repohostPrivateKeyFile, config.repohostInstallationId]
  const count = app.filter((one) => one !== undefined).length
  if (count > 0 && kind === 'gitea') return ['repohostAppId requires repohostKind github']
  if (count > 0 && count < app.length)
    return ['a GitHub App needs repohostAppId, repohostPrivateKeyFile and repohostInstallationId']
  if (count > 0 && config.repohostTokenFile !== undefined)
    return ['repohostTokenFile and repohostAppId exclude each other']
  if (count === 0 && config.repohostTokenFile === undefined && config.repohostClientId === undefined)
    return [
      kind === 'github'
        ? 'repohostKind requires a credential: set repohostTokenFile, or repohostAppId, repohostPrivateKeyFile and repohostInstallationId, or repohostClientId for accounts of people'
        : 'repohostKind requires a credential: set repohostTokenFile, or repohostClientId for accounts of people',
    ]
  return []
}

/** Returns the configured host; undefined if there is none. The settings have no mistakes. */
export function configuredHost(config: RepohostConfig): ConfiguredHost | undefined {
  const { repohostKind: kind, repohostCaFile: caFile, repohostAllowHttp: allowHttp } = config
  if (kind === undefined) return undefined
  const base = parseHostUrl(config.repohostBaseUrl ?? GITHUB, { allowHttp })
  return { kind, base, allowHttp, credential: credentialOf(config), client: clientOf(config), caFile }
}

function credentialOf(config: RepohostConfig): ConfiguredCredential | undefined {
  const { repohostTokenFile: file, repohostAppId: appId, repohostInstallationId: installationId } = config
  const { repohostPrivateKeyFile: privateKeyFile } = config
  if (file !== undefined) return { kind: 'token', file }
  return appId === undefined || privateKeyFile === undefined || installationId === undefined
    ? undefined
    : { kind: 'installation', appId, privateKeyFile, installationId }
}

function clientOf(config: RepohostConfig): ConfiguredClient | undefined {
  const { repohostClientId: id, repohostClientSecretFile: secretFile, repohostAppSlug: appSlug } = config
  return id === undefined || secretFile === undefined ? undefined : { id, secretFile, appSlug }
}
