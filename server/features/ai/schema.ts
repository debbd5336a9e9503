import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName } from '../../api/schemas/common.ts'
import { unavailableSection } from '../../api/schemas/unavailable.ts'
import { findingSchema } from '../../diagnosis/schema.ts'
import { severities } from '../../diagnosis/finding.ts'
import { relatedObject } from '../../relations/schema.ts'
import { modelFailures } from './model/model-error.ts'
import { fieldChange } from '../repohost/change-schema.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const
const resource = {
  title: 'TroubleshotResource',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name'],
  properties: {
    kind: { ...text, minLength: 1, maxLength: 63, description: 'As `Deployment`' },
    name: { ...text, minLength: 1, maxLength: 253 },
    namespace: namespaceName,
  },
} as const

export const troubleshootBody = {
  title: 'TroubleshootRequest',
  type: 'object',
  additionalProperties: false,
  required: ['resource'],
  properties: {
    resource,
    context: { ...text, minLength: 1, maxLength: 512, description: 'Instead of the parameter of the query' },
    question: { ...text, maxLength: 2048, description: 'Of a person, for the model' },
    includeLogs: { type: 'boolean', description: 'Read the logs of containers that fail. Default: false' },
  },
} as const

const { id, rule, title, message, evidence, confidence, since } = findingSchema.properties

/** A finding with its cause and the steps that mend it. */
const conclusion = {
  title: 'Conclusion',
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'rule',
    'severity',
    'subject',
    'title',
    'message',
    'evidence',
    'affected',
    'cause',
    'fix',
    'confidence',
  ],
  properties: {
    id,
    rule,
    severity: { type: 'string', enum: severities },
    subject: findingSchema.properties.subject,
    title,
    message,
    evidence,
    affected: { ...count, description: 'Objects of one workload with the same finding' },
    cause: { ...text, description: 'The root that explains it; `cause not known` if no rule knows one' },
    fix: { type: 'array', items: text, description: 'Steps for a person; nothing is executed' },
    patch: {
      type: 'array',
      items: fieldChange,
      description:
        'Changes of the subject that restore the revision whose Pods are ready, if they are known; arguments and values of variables are not compared. `POST /api/repohost/create-pr` takes them',
    },
    confidence,
    since,
  },
} as const

export const troubleshootBudget = {
  title: 'TokenBudget',
  type: 'object',
  additionalProperties: false,
  required: ['input', 'output', 'truncated'],
  properties: {
    input: {
      ...count,
      description: 'Tokens that were sent to the model, as it reports them; 0 if the narrative was cached',
    },
    output: { ...count, description: 'Tokens that came back' },
    truncated: { type: 'boolean', description: 'Whether facts were left out for the limit' },
  },
} as const

/** The rules' part of an answer. */
const findingsMembers = {
  summary: { ...text, description: 'One or two sentences' },
  status: {
    enum: ['healthy', 'warning', 'critical', 'unknown'],
    description: '`unknown`: nothing was found, but not everything could be read',
  },
  findings: {
    type: 'array',
    items: conclusion,
    description: 'Roots first, then findings that they explain. No model changes them',
  },
  related: { type: 'array', items: relatedObject },
  unavailable: {
    type: 'array',
    items: unavailableSection,
    description: 'Kinds that could not be read; absent if there are none',
  },
} as const

/** The model's part of an answer. */
const modelMembers = {
  model: {
    type: ['string', 'null'],
    description: 'Name of the model; null: none is configured, and the rules alone answer',
  },
  modelError: {
    title: 'ModelFailure',
    type: 'object',
    additionalProperties: false,
    required: ['code', 'message'],
    properties: { code: { enum: modelFailures }, message: text },
    description: 'The reason for which the narrative is absent or not complete',
  },
  finish: {
    enum: ['complete', 'cut', 'failed'],
    description: '`cut`: the narrative reached its limit; `failed`: see `modelError`',
  },
  budget: troubleshootBudget,
} as const

const rulesResponse = {
  type: 'object',
  additionalProperties: false,
  required: ['summary', 'status', 'findings', 'related'],
  properties: findingsMembers,
} as const

export const troubleshootResponse = {
  title: 'Troubleshooting',
  type: 'object',
  additionalProperties: false,
  required: [...rulesResponse.required, 'model', 'finish', 'budget'],
  properties: {
    ...findingsMembers,
    narrative: {
      ...text,
      description:
        'Words of the model about the findings, which are text and nothing else: each sentence cites evidence as `[e3]`. Absent without a model, or if it said nothing that can be cited',
    },
    ...modelMembers,
  },
} as const

export const promptResponse = {
  title: 'ModelPrompt',
  type: 'object',
  additionalProperties: false,
  required: ['prompt', 'tokens'],
  properties: {
    prompt: { ...text, description: 'The text that a model would be sent, redacted' },
    tokens: { ...count, description: 'Its size; an estimate' },
  },
} as const

const { findings: _findings, ...doneMembers } = findingsMembers

export const troubleshootDone = {
  title: 'TroubleshootDone',
  type: 'object',
  additionalProperties: false,
  required: ['summary', 'status', 'related', 'model', 'finish', 'budget'],
  properties: { ...doneMembers, ...modelMembers },
} as const

export const troubleshootQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    dryRun: {
      type: 'boolean',
      default: false,
      description: 'Respond with the prompt and its size; no model is called',
    },
  },
} as const

export const aiMatchResponse = {
  title: 'MatchedFiles',
  type: 'object',
  additionalProperties: false,
  required: ['matches', 'method'],
  properties: {
    matches: {
      type: 'array',
      description: 'The best first, at most ten',
      items: {
        title: 'MatchedFile',
        type: 'object',
        additionalProperties: false,
        required: ['file', 'confidence', 'reasoning'],
        properties: {
          file: text,
          confidence: { type: 'number', minimum: 0, maximum: 1 },
          environment: text,
          reasoning: text,
        },
      },
    },
    method: { enum: ['rules'] },
  },
} as const

export type TroubleshootBody = FromSchema<typeof troubleshootBody>
/** An answer of the rules, without the members of a model. */
export type Troubleshooting = FromSchema<typeof rulesResponse>
export type ExplainedTroubleshooting = FromSchema<typeof troubleshootResponse>
export type PromptPreview = FromSchema<typeof promptResponse>
export type Conclusion = Troubleshooting['findings'][number]
export type MatchedFiles = FromSchema<typeof aiMatchResponse>
