import type { Clock } from '../../core/clock.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import { readClientSettings } from '../../outbound/client-settings.ts'
import { OutboundClient } from '../../outbound/outbound-client.ts'
import type { AiConfig, ConfiguredModel } from './ai-config.ts'
import { AiMetrics } from './ai-metrics.ts'
import type { Narrator } from './model/narrator.ts'
import { TokenBudget } from './model/token-budget.ts'

export interface ModelDependencies {
  readonly config: AiConfig
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly ledger: MemoryLedger
}

/** A configured model. Its libraries are loaded with the first call. */
export interface StartedModel {
  readonly name: string
  readonly metrics: AiMetrics
  narrator(): Promise<Narrator>
  close(): Promise<void>
}

/** Starts a model; rejects if the file with the CA cannot be read. */
export async function startModel(
  configured: ConfiguredModel,
  { config, time, clock, ledger }: ModelDependencies,
): Promise<StartedModel> {
  const { base, caFile, name } = configured
  const client = new OutboundClient({ base, time, ...(await readClientSettings(caFile)) })
  const budget = new TokenBudget({ perDay: config.aiTokensPerDay, clock })
  const metrics = new AiMetrics(budget)
  const open = async (): Promise<Narrator> => {
    const [{ openModel }, { Narrator: Opened }] = await Promise.all([
      import('./model/open-model.ts'),
      import('./model/narrator.ts'),
    ])
    const model = openModel(configured, client)
    return new Opened({ model, budget, metrics, time, ledger, hidesNames: config.aiPseudonyms })
  }
  let narrator: Promise<Narrator> | undefined
  return {
    name,
    metrics,
    narrator: () => (narrator ??= open()),
    close: () => client.close(),
  }
}
