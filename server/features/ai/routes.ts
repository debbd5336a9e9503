import { defineNegotiated, defineRoute } from '../../api/define-route.ts'
import type { EventStream } from '../../api/responses.ts'
import { InvalidRequestError } from '../../core/errors.ts'
import { matchBody } from '../repohost/layout-schema.ts'
import type { Repohost } from '../repohost/repohost-scope.ts'
import type { Answer, Assistant } from './assistant.ts'
import { endFields } from './end-fields.ts'
import {
  aiMatchResponse,
  promptResponse,
  troubleshootBody,
  troubleshootDone,
  troubleshootQuery,
  troubleshootResponse,
  type ExplainedTroubleshooting,
  type MatchedFiles,
} from './schema.ts'
import { streamAnswer } from './stream-answer.ts'

interface Scope {
  readonly ai: Assistant
  readonly repohost: Pick<Repohost, 'layout'>
}

const MATCH_BODY_LIMIT = 4 * 1024 * 1024
const TROUBLESHOOT_DEADLINE_MS = 60_000
const LIMIT = 'At most 10 times a minute per caller (429).'

export const aiRoutes = [
  defineNegotiated({
    method: 'POST',
    action: 'read',
    path: '/api/ai/troubleshoot',
    summary: 'Explain what is wrong with an object',
    operationId: 'troubleshoot',
    description: `Reads the object, its owners, Pods, Events and everything that the rules of the diagnosis need, with the rights of the caller, and names the roots first, each with its evidence and the next steps. If the object is not healthy and no rule knows why, the cause is \`cause not known\`, with what would settle it. What may not be read is in \`unavailable\`. If a model is configured, it words the findings in \`narrative\`, and changes none of them; if it fails, \`modelError\` says why. \`dryRun=true\` shows what it would be sent. With \`Accept: text/event-stream\`: \`finding\` for each finding, \`narrative\` as it comes, \`model-failed\` if it fails, then \`done\`; \`bye\` if the service shuts down. Logs are read only with \`includeLogs\`. ${LIMIT}`,
    query: troubleshootQuery,
    body: troubleshootBody,
    types: [
      { type: 'application/json', schema: { anyOf: [troubleshootResponse, promptResponse] } },
      { type: 'text/event-stream', schema: troubleshootDone },
    ],
    audience: 'cluster-authorized',
    access: [],
    contextInBody: true,
    crossSite: 'refuse',
    deadlineMs: TROUBLESHOOT_DEADLINE_MS,
    problems: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR'],
    handle: async (
      { body, query, now, mediaType },
      { ai }: Scope,
    ): Promise<{ text: string } | EventStream> => {
      const isStream = mediaType === 'text/event-stream'
      if (query.dryRun && isStream)
        throw new InvalidRequestError([
          { in: 'query', name: 'dryRun', message: 'has a response in JSON: accept application/json' },
        ])
      ai.count()
      if (query.dryRun) return { text: JSON.stringify(await ai.prompt(body, now)) }
      const answer = await ai.troubleshoot(body, now)
      return isStream ? streamAnswer(answer, ai) : { text: JSON.stringify(await explain(answer, ai.signal)) }
    },
  }),
  defineRoute({
    method: 'POST',
    action: 'read',
    path: '/api/ai/match-file',
    summary: 'Find the file that an object comes from, with the reasons',
    operationId: 'matchFileWithReasons',
    description: `Works as \`POST /api/repohost/match-file\`, and says why. ${LIMIT}`,
    body: { ...matchBody, title: 'AiMatchFile' },
    bodyLimit: MATCH_BODY_LIMIT,
    response: aiMatchResponse,
    example: {
      matches: [
        {
          file: 'apps/web/base/deployment.yaml',
          confidence: 0.97,
          environment: 'production',
          reasoning:
            'kustomize builds Deployment web in namespace shop-prod from it in apps/web/overlays/prod',
        },
      ],
      method: 'rules',
    },
    audience: 'authenticated',
    access: [] as readonly never[],
    crossSite: 'refuse',
    problems: ['NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'NOT_CONFIGURED'],
    contextual: false,
    handle: async ({ body }, { ai, repohost }: Scope): Promise<MatchedFiles> => {
      ai.count()
      const { candidates } = await repohost.layout.match(body)
      return {
        matches: candidates.map(({ path, confidence, environment, reason }) => ({
          file: path,
          confidence,
          ...(environment === undefined ? {} : { environment }),
          reasoning: reason,
        })),
        method: 'rules',
      }
    },
  }),
]

/** Returns an answer with its whole narrative. */
async function explain(
  { findings, model, narrate }: Answer,
  signal: AbortSignal,
): Promise<ExplainedTroubleshooting> {
  const texts: string[] = []
  const end = await narrate(signal, (text) => texts.push(text))
  const narrative = texts.join('').trim()
  return {
    ...findings,
    ...(narrative === '' ? {} : { narrative }),
    ...endFields(model, end),
  }
}
