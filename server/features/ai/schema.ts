import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName } from '../../api/schemas/common.ts'
import { unavailableSection } from '../../api/schemas/unavailable.ts'
import { findingSchema } from '../../diagnosis/schema.ts'
import { severities } from '../../diagnosis/finding.ts'
import { relatedObject } from '../../relations/schema.ts'

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
    cause: { ...text, description: 'The root that explains it; `cause not known` if no rule knows one' },
    fix: { type: 'array', items: text, description: 'Steps for a person; nothing is executed' },
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
    input: { ...count, description: 'Tokens that were sent to the model' },
    output: { ...count, description: 'Tokens that came back' },
    truncated: { type: 'boolean', description: 'Whether facts were left out for the limit' },
  },
} as const

export const troubleshootResponse = {
  title: 'Troubleshooting',
  type: 'object',
  additionalProperties: false,
  required: ['summary', 'status', 'findings', 'related', 'model', 'budget'],
  properties: {
    summary: { ...text, description: 'One or two sentences' },
    status: {
      enum: ['healthy', 'warning', 'critical', 'unknown'],
      description: '`unknown`: nothing was found, but not everything could be read',
    },
    findings: {
      type: 'array',
      items: conclusion,
      description: 'Roots first, then findings that they explain',
    },
    related: { type: 'array', items: relatedObject },
    unavailable: {
      type: 'array',
      items: unavailableSection,
      description: 'Kinds that could not be read; absent if there are none',
    },
    model: { type: 'null', description: 'No model is configured: the rules alone answer' },
    budget: troubleshootBudget,
  },
} as const

export const troubleshootDone = {
  title: 'TroubleshootDone',
  type: 'object',
  additionalProperties: false,
  required: ['summary', 'status', 'related', 'model', 'budget', 'finish'],
  properties: {
    summary: troubleshootResponse.properties.summary,
    status: troubleshootResponse.properties.status,
    related: troubleshootResponse.properties.related,
    unavailable: troubleshootResponse.properties.unavailable,
    model: troubleshootResponse.properties.model,
    budget: troubleshootBudget,
    finish: { enum: ['complete'] },
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
export type Troubleshooting = FromSchema<typeof troubleshootResponse>
export type Conclusion = Troubleshooting['findings'][number]
export type MatchedFiles = FromSchema<typeof aiMatchResponse>
