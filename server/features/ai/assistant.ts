import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Clock } from '../../core/clock.ts'
import type { NarrativeEnd } from './model/narrator.ts'
import type { PromptSubject } from './model/build-prompt.ts'
import { NO_NARRATIVE } from './end-fields.ts'
import { recoverNarrative } from './recover-narrative.ts'
import type { PromptPreview, TroubleshootBody, Troubleshooting } from './schema.ts'
import type { StartedModel } from './start-model.ts'
import { requireKind, troubleshoot } from './troubleshoot.ts'

/** Time limit of facts and narrative: below the deadline of the route, so that the findings arrive. */
const ALL_MS = 55_000

/** The findings about an object, and the way to a narrative. */
export interface Answer {
  readonly findings: Troubleshooting
  /** Name of the model; null: none is configured. */
  readonly model: string | null
  /** Words the findings; nothing without a model, or without anything to explain. */
  readonly narrate: (signal: AbortSignal, onText: (text: string) => void) => Promise<NarrativeEnd>
}

/** The helpers, in the context of a request. */
export interface Assistant {
  /** Counts a call of the caller; throws TooManyRequestsError above the limit. */
  readonly count: () => void
  readonly troubleshoot: (body: TroubleshootBody, now: number) => Promise<Answer>
  /** Returns what would be sent to a model. */
  readonly prompt: (body: TroubleshootBody, now: number) => Promise<PromptPreview>
  /** Fires when the caller leaves, or the deadline passes. */
  readonly signal: AbortSignal
  readonly time: Clock
  /** Fires when the service shuts down. */
  readonly shutdown: AbortSignal
}

export interface AssistantOptions {
  readonly actor: RequestActor
  readonly cluster: () => Cluster
  readonly signal: AbortSignal
  readonly model: StartedModel | undefined
  readonly auditLog: Pick<AuditLog, 'recordModelCall'>
  readonly time: Clock
  readonly shutdown: AbortSignal
  readonly hidesNames: boolean
  readonly count: (caller: string) => void
}

export function assistantFor(options: AssistantOptions): Assistant {
  const { actor, signal, time, shutdown, model } = options
  const caller = actor.caller?.name ?? actor.address
  return {
    signal,
    time,
    shutdown,
    count: () => options.count(caller),
    troubleshoot: async (body, now) => {
      const endsAt = time.now() + ALL_MS
      const findings = await troubleshoot(options.cluster(), body, { now, time })
      if (model === undefined || findings.findings.length === 0)
        return { findings, model: model?.name ?? null, narrate: async () => NO_NARRATIVE }
      const subject = subjectOf(body, findings)
      return {
        findings,
        model: model.name,
        narrate: async (ended, onText) =>
          recoverNarrative(ended, async () =>
            (await model.narrator()).narrate({
              subject,
              caller,
              signal: ended,
              endsAt,
              onText,
              record: () => options.auditLog.recordModelCall(actor, auditedCall(options, model, body)),
            }),
          ),
      }
    },
    prompt: async (body, now) =>
      previewPrompt(options, subjectOf(body, await troubleshoot(options.cluster(), body, { now, time }))),
  }
}

async function previewPrompt(
  { model, hidesNames }: AssistantOptions,
  subject: PromptSubject,
): Promise<PromptPreview> {
  if (model !== undefined) return previewOf(await (await model.narrator()).prompt(subject))
  const [{ ModelPrompt }, { TokenEstimate }] = await Promise.all([
    import('./model/build-prompt.ts'),
    import('./model/token-estimate.ts'),
  ])
  return previewOf(await ModelPrompt.of(subject, { estimate: new TokenEstimate(), hidesNames }))
}

function previewOf({
  system,
  user,
  tokens,
}: {
  system: string
  user: string
  tokens: number
}): PromptPreview {
  return { prompt: `${system}\n\n${user}`, tokens }
}

function subjectOf({ resource, question }: TroubleshootBody, answer: Troubleshooting): PromptSubject {
  return { resource, question, answer }
}

function auditedCall({ cluster }: AssistantOptions, model: StartedModel, { resource }: TroubleshootBody) {
  const { plural, apiGroup } = requireKind(resource)
  return {
    context: cluster().context,
    resource: apiGroup === '' ? plural : `${plural}.${apiGroup}`,
    ...(resource.namespace === undefined ? {} : { namespace: resource.namespace }),
    name: resource.name,
    model: model.name,
  }
}
