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
  readonly repohostShared: 'none' | 'read' | 'write'
  readonly repohostRepositories: readonly string[]
  readonly repohostReadOnly: boolean
  readonly repohostAllowHttp: boolean
  readonly repohostAllowSecrets: boolean
  readonly repohostAllowWorkflows: boolean
  readonly repohostDraftFallback: boolean
}

/** Credential of the host, of which there is one. */
export type ConfiguredCredential =
  | { readonly kind: 'token'; readonly file: string }
  | {
      readonly kind: 'installation'
      readonly appId: string
      readonly privateKeyFile: string
      readonly installationId: number
    }

/** A configured repository host. */
export interface ConfiguredHost {
  readonly kind: 'github' | 'gitea'
  readonly base: HostUrl
  readonly credential: ConfiguredCredential
  readonly caFile: string | undefined
}

/** Returns every mistake in the settings of the repository host. */
export function validateRepohost(config: RepohostConfig): string[] {
  const { repohostKind: kind, repohostBaseUrl: baseUrl } = config
  if (kind === undefined) {
    const names = ['BaseUrl', 'TokenFile', 'CaFile', 'AppId', 'PrivateKeyFile', 'InstallationId'] as const
    return names
      .filter((name) => config[`repohost${name}`] !== undefined)
      .map((name) => `repohost${name} has no effect without repohostKind`)
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
  return [...mistakes, ...credentialMistakes(config, kind)]
}

function credentialMistakes(config: RepohostConfig, kind: 'github' | 'gitea'): string[] {
  const app = [config.repohostAppId, config.repohostPrivateKeyFile, config.repohostInstallationId]
  const count = app.filter((one) => one !== undefined).length
  if (count > 0 && kind === 'gitea') return ['repohostAppId requires repohostKind github']
  if (count > 0 && count < app.length)
    return ['a GitHub App needs repohostAppId, repohostPrivateKeyFile and repohostInstallationId']
  if (count > 0 && config.repohostTokenFile !== undefined)
    return ['repohostTokenFile and repohostAppId exclude each other']
  if (count === 0 && config.repohostTokenFile === undefined)
    return [
      kind === 'github'
        ? 'repohostKind requires a credential: set repohostTokenFile, or repohostAppId, repohostPrivateKeyFile and repohostInstallationId'
        : 'repohostKind requires a credential: set repohostTokenFile',
    ]
  return []
}

/** Returns the configured host. The settings have a kind and no mistakes. */
export function configuredHost(config: RepohostConfig): ConfiguredHost {
  const { repohostKind: kind = 'github', repohostTokenFile: file, repohostCaFile: caFile } = config
  const base = parseHostUrl(config.repohostBaseUrl ?? GITHUB, { allowHttp: config.repohostAllowHttp })
  const credential: ConfiguredCredential =
    file === undefined
      ? {
          kind: 'installation',
          appId: config.repohostAppId ?? '',
          privateKeyFile: config.repohostPrivateKeyFile ?? '',
          installationId: config.repohostInstallationId ?? 0,
        }
      : { kind: 'token', file }
  return { kind, base, credential, caFile }
}
