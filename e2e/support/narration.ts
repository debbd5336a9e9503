import { MemoryLedger } from '../../server/core/memory-ledger.ts'
import { systemClock, type Clock } from '../../server/core/clock.ts'
import { configuredModel } from '../../server/features/ai/ai-config.ts'
import { AiMetrics } from '../../server/features/ai/ai-metrics.ts'
import {
  Narrator,
  type NarrativeEnd,
  type NarrativeRequest,
} from '../../server/features/ai/model/narrator.ts'
import { openModel } from '../../server/features/ai/model/open-model.ts'
import { TokenBudget } from '../../server/features/ai/model/token-budget.ts'
import type { Conclusion } from '../../server/features/ai/schema.ts'
import { OutboundClient } from '../../server/outbound/outbound-client.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import type { ModelServer } from './model-server.ts'

const RESOURCE = { kind: 'Pod', name: 'web-1', namespace: 'shop' }

/** Returns a finding with these texts as its evidence, of which the first is also its message and cause. */
export function findingWith(
  texts: readonly string[],
  source: Conclusion['evidence'][number]['source'] = 'status',
  firstId = 1,
): Conclusion {
  const [first = ''] = texts
  return {
    id: `rule/Pod/shop/web-${firstId}`,
    rule: 'rule',
    severity: 'critical',
    subject: RESOURCE,
    title: 'the container fails',
    message: first,
    evidence: texts.map((text, at) => ({
      id: `e${firstId + at}`,
      source,
      reference: 'Pod shop/web-1 status',
      text,
    })),
    affected: 1,
    cause: first,
    fix: ['read the log'],
    confidence: 0.9,
  }
}

/** A narrator whose model is a scripted server, over the network. */
export function openNarrator(
  model: ModelServer,
  time: Clock = systemClock,
  { perDay = 1e9 }: { readonly perDay?: number } = {},
): Narrator {
  const settings = { aiTokensPerDay: perDay, aiPseudonyms: false, aiAllowHttp: false }
  const configured = configuredModel({
    ...settings,
    aiProvider: model.form,
    aiBaseUrl: model.url,
    aiModel: 'test-model',
  })
  if (configured === undefined) throw new Error('no model is configured')
  const client = new OutboundClient({
    base: configured.base,
    ca: undefined,
    userAgent: 'test',
    time: systemClock,
  })
  closeAfterwards('an outbound client', () => client.close())
  const budget = new TokenBudget({ perDay: settings.aiTokensPerDay, clock: () => 0 })
  return new Narrator({
    model: openModel(configured, client),
    budget,
    metrics: new AiMetrics(budget),
    time,
    ledger: new MemoryLedger(1e9),
    hidesNames: false,
  })
}

interface NarrationOptions {
  readonly question?: string
  readonly time?: Clock
  readonly signal?: AbortSignal
  /** Default: records nothing. */
  readonly record?: NarrativeRequest['record']
}

/** Narrates findings; returns the words, and the end. */
export async function narrate(
  narrator: Narrator,
  findings: Conclusion[],
  { question, time = systemClock, signal = new AbortController().signal, record }: NarrationOptions = {},
): Promise<{ readonly text: string; readonly end: NarrativeEnd }> {
  let text = ''
  const end = await narrator.narrate({
    subject: {
      resource: RESOURCE,
      question,
      answer: { status: 'critical', findings, related: [] },
    },
    caller: 'ada',
    signal,
    endsAt: time.now() + 55_000,
    record: record ?? (async () => async () => undefined),
    onText: (words) => (text += words),
  })
  return { text, end }
}
