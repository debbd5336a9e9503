import { inNamespace } from '../cluster/client/api-call.ts'
import type { FromSchema } from 'json-schema-to-ts'
import { timestamp } from '../api/schemas/common.ts'
import { unavailableSection } from '../api/schemas/unavailable.ts'
import { evidenceSources, severities, type Finding, type ObjectName } from './finding.ts'
import type { FindingGroup } from './fold.ts'

const text = { type: 'string' } as const

const subject = {
  title: 'FindingSubject',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name'],
  properties: { kind: text, name: text, namespace: text },
} as const

const evidence = {
  title: 'Evidence',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'source', 'reference', 'text'],
  properties: {
    id: { ...text, description: 'Unique in its finding; of `POST /api/ai/troubleshoot` in the response' },
    source: { type: 'string', enum: evidenceSources },
    reference: { ...text, description: 'The object and the field: `Pod shop/web-1 status.phase`' },
    text: { ...text, description: 'The words of the cluster, cut to 500 characters, credentials masked' },
  },
} as const

/** A finding, as in the diagnosis of one object. */
export const findingSchema = {
  title: 'Finding',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'rule', 'severity', 'subject', 'title', 'message', 'evidence', 'causes', 'confidence'],
  properties: {
    id: { ...text, description: 'The same as long as it is the same finding' },
    rule: { ...text, description: 'Name of the rule, as `image-not-found`' },
    severity: { type: 'string', enum: severities },
    subject,
    title: text,
    message: text,
    evidence: { type: 'array', items: evidence },
    causes: { type: 'array', items: text, description: 'Ids of the findings that explain this one' },
    hint: { ...text, description: 'The next step' },
    confidence: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description:
        '0.95: said by Kubernetes; 0.8: follows from two facts; 0.7: pattern of a message; 0.6: same time; 0.5: line of a log',
    },
    since: timestamp,
  },
} as const

/** Members of a detail with `include=diagnosis`. */
export const diagnosisMembers = {
  diagnosis: {
    type: 'array',
    items: findingSchema,
    description:
      'Findings of the object, then those of other objects that explain them; empty if nothing is known to be wrong. Only with `include=diagnosis`',
  },
  diagnosisUnavailable: {
    type: 'array',
    items: unavailableSection,
    description:
      'The kinds that could not be read: rules that need them found nothing. Absent if there are none',
  },
} as const

const diagnosisResponse = {
  type: 'object',
  additionalProperties: false,
  required: ['diagnosis'],
  properties: diagnosisMembers,
} as const

/** The diagnosis of one object, and the time at which it changes by itself, in milliseconds since 1970. */
export interface IncludedDiagnosis {
  readonly members: FromSchema<typeof diagnosisResponse>
  readonly expiresAt: number
}

const explained = {
  title: 'ExplainedFinding',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'rule', 'subject', 'title'],
  properties: { id: text, rule: text, subject, title: text },
} as const

/** A finding in the diagnosis of a cluster: a cause, with the findings that it explains; its subject is the workload, where Pods have it. */
export const rootFindingSchema = {
  ...findingSchema,
  title: 'RootFinding',
  required: [...findingSchema.required, 'affected', 'explains'],
  properties: {
    ...findingSchema.properties,
    causes: {
      ...findingSchema.properties.causes,
      description: 'Empty: what explains a finding is listed in its place',
    },
    affected: {
      type: 'integer',
      minimum: 1,
      description:
        'Number of Pods that have the finding or are explained by it; of objects, if no Pod is among them',
    },
    explains: {
      type: 'array',
      items: explained,
      description: 'Findings of other objects that this one explains, at most 20',
    },
  },
} as const

export type ReportedFinding = FromSchema<typeof findingSchema>
export type RootFinding = FromSchema<typeof rootFindingSchema>

/** Maximum number of explained findings that are listed under a cause. */
const MAX_EXPLAINS = 20

/** Returns a finding as responses show it. */
export function reportFinding(finding: Finding): ReportedFinding {
  const { id, rule, severity, subject: about, title, message, causes, hint, confidence, since } = finding
  return {
    id,
    rule,
    severity,
    subject: subjectName(about),
    title,
    message,
    evidence: finding.evidence.map((one, index) => ({ id: `e${index + 1}`, ...one })),
    causes: causes.map((cause) => cause.id),
    ...(hint === undefined ? {} : { hint }),
    confidence,
    ...(since === undefined ? {} : { since }),
  }
}

/** Returns a group of findings as responses show it. */
export function reportGroup({
  shown,
  subject: about,
  id,
  severity,
  affected,
  explains,
}: FindingGroup): RootFinding {
  return {
    ...reportFinding(shown),
    id,
    severity,
    subject: subjectName(about),
    causes: [],
    affected,
    explains: explains.slice(0, MAX_EXPLAINS).map((one) => ({
      id: one.id,
      rule: one.rule,
      subject: subjectName(one.subject),
      title: one.title,
    })),
  }
}

function subjectName({ kind, name, namespace }: ObjectName): ReportedFinding['subject'] {
  return { kind, name, ...inNamespace(namespace) }
}
