import { isLoopbackHost } from '../../core/formats/loopback.ts'
import { HostUrlError, parseHostUrl, type HostUrl } from '../../outbound/host-url.ts'

const ANTHROPIC = 'https://api.anthropic.com/v1'

/** The part of the configuration that the AI helpers need. */
export interface AiConfig {
  readonly aiProvider?: ModelProvider
  readonly aiBaseUrl?: string
  readonly aiModel?: string
  readonly aiKeyFile?: string
  readonly aiCaFile?: string
  readonly aiTokensPerDay: number
  readonly aiPseudonyms: boolean
  readonly aiAllowHttp: boolean
}

/** Interface of a model server. */
export type ModelProvider = 'openai-compatible' | 'anthropic'

/** A configured model. */
export interface ConfiguredModel {
  readonly provider: ModelProvider
  readonly base: HostUrl
  readonly name: string
  /** Undefined for a server that needs no key. */
  readonly keyFile: string | undefined
  readonly caFile: string | undefined
}

/** Returns every mistake in the settings of the model. */
export function validateAi(config: AiConfig): string[] {
  const { aiProvider: provider, aiBaseUrl: baseUrl, aiModel: model, aiKeyFile: keyFile } = config
  if (provider === undefined)
    return (['BaseUrl', 'Model', 'KeyFile', 'CaFile'] as const)
      .filter((name) => config[`ai${name}`] !== undefined)
      .map((name) => `ai${name} has no effect without aiProvider`)
  const mistakes: string[] = []
  if (model === undefined) mistakes.push('aiProvider requires aiModel')
  if (provider === 'anthropic' && keyFile === undefined)
    mistakes.push('aiProvider anthropic requires aiKeyFile')
  if (provider === 'openai-compatible' && baseUrl === undefined)
    return [...mistakes, 'aiProvider openai-compatible requires aiBaseUrl']
  try {
    parseBase(config)
  } catch (error) {
    if (!(error instanceof HostUrlError)) throw error
    const hint = error.message.startsWith('must be https') ? '; or set aiAllowHttp' : ''
    mistakes.push(`aiBaseUrl ${error.message}${hint}`)
  }
  return mistakes
}

/** Returns the configured model; undefined if there is none. The settings have no mistakes. */
export function configuredModel(config: AiConfig): ConfiguredModel | undefined {
  const { aiProvider: provider, aiModel: name, aiKeyFile: keyFile, aiCaFile: caFile } = config
  if (provider === undefined || name === undefined) return undefined
  return { provider, base: parseBase(config), name, keyFile, caFile }
}

/** A server on this machine needs no TLS. */
function parseBase({ aiBaseUrl = ANTHROPIC, aiAllowHttp }: AiConfig): HostUrl {
  const isLocal = isLoopbackHost(URL.parse(aiBaseUrl)?.hostname ?? '')
  return parseHostUrl(aiBaseUrl, { allowHttp: aiAllowHttp || isLocal })
}
