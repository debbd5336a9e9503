import { sanitize } from '../core/formats/sanitize.ts'
import { truncateToSeconds } from '../core/formats/timestamp.ts'
import { redactText } from '../core/redact-text.ts'

/** Severities of findings, the most severe first. */
export const severities = ['critical', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

/** Orders severities, the most severe first. */
export function compareSeverities(one: Severity, other: Severity): number {
  return severities.indexOf(one) - severities.indexOf(other)
}

/** Places that evidence comes from. */
export const evidenceSources = ['spec', 'status', 'event', 'log', 'metrics'] as const

/** An object by kind and name. */
export interface ObjectName {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

/** A fact that a finding rests on, and the place to look it up. */
export interface Evidence {
  readonly source: (typeof evidenceSources)[number]
  /** The object and, for its spec and status, the field: `Pod shop/web-1 status.phase`. */
  readonly reference: string
  /** The words of the cluster. */
  readonly text: string
}

/** A field of an object with its value now, and the value that mends it. */
export interface FieldChange {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string
  readonly from: string | number | boolean
  readonly value: string | number | boolean
}

/** The result of a rule for one object. */
export interface RuleResult {
  /** One line without the name of the object, which may be a Pod or the workload that owns it. */
  readonly title: string
  /** The fault and its reason, with times instead of ages: a message does not change while nothing else does. */
  readonly message: string
  readonly evidence: readonly Evidence[]
  /** The next step for a person. */
  readonly hint?: string
  /** Changes of the object that are known to mend it: the values worked before. */
  readonly patch?: readonly FieldChange[] | undefined
  /** Time since which it is so. */
  readonly since?: string | null
  /** 0.95: said by Kubernetes; 0.8: follows from two facts; 0.7: pattern of a message; 0.6: same time; 0.5: line of a log. */
  readonly confidence: number
  /** Findings of other objects that explain this one. */
  readonly causes?: readonly Finding[]
  /** Distinguishes findings of one rule for Pods of one workload, such as the image; equal ones are shown as one. */
  readonly group?: string
  /** Default: the rule's. */
  readonly severity?: Severity
}

/** A fault of one object, found by one rule. */
export interface Finding {
  /** `<rule>/<kind>/<namespace>/<name>` */
  readonly id: string
  readonly rule: string
  readonly severity: Severity
  readonly subject: ObjectName
  /** Key of the subject's kind, as `kindKey` gives it: names of kinds are not unique among API groups. */
  readonly subjectKind: string
  readonly title: string
  readonly message: string
  readonly evidence: readonly Evidence[]
  readonly hint: string | undefined
  readonly patch: readonly FieldChange[] | undefined
  readonly confidence: number
  /** RFC 3339, in seconds. */
  readonly since: string | undefined
  readonly causes: readonly Finding[]
  readonly group: string
  /** The topmost controller of the object; undefined for one without. */
  readonly owner: ObjectName | undefined
  /** Keys of the kinds of objects that the rule read, as `kindKey` gives them. */
  readonly kinds: ReadonlySet<string>
}

const MAX_TITLE = 200
const MAX_MESSAGE = 1000
/** Length up to which texts are searched for credentials: longer than any that is shown, since masks are short. */
const MAX_READ = 16 * 1024
const MAX_GROUP = 300
const MAX_EVIDENCE_TEXT = 500
const MAX_EVIDENCE = 10

/** Returns the parts of a result that responses show: texts of the cluster are bounded, and credentials in them masked. */
export function safeResult(result: RuleResult) {
  return {
    title: safeText(result.title, MAX_TITLE),
    message: safeText(result.message, MAX_MESSAGE),
    hint: result.hint === undefined ? undefined : safeText(result.hint, MAX_MESSAGE),
    // Part of the id in responses.
    group: safeText(result.group ?? '', MAX_GROUP),
    since: truncateToSeconds(result.since ?? undefined) ?? undefined,
    evidence: result.evidence.slice(0, MAX_EVIDENCE).map(({ source, reference, text }) => ({
      source,
      reference: sanitize(reference, MAX_EVIDENCE_TEXT),
      text: safeText(text, MAX_EVIDENCE_TEXT),
    })),
  }
}

function safeText(text: string, limit: number): string {
  return sanitize(redactText(firstWords(text), { keepNames: true }), limit).trim()
}

/** Returns the beginning of a long text, without a last word that may be part of a credential. */
function firstWords(text: string): string {
  return text.length <= MAX_READ ? text : text.slice(0, Math.max(0, text.lastIndexOf(' ', MAX_READ)))
}

interface NamespacedName {
  readonly name: string
  readonly namespace?: string | undefined
}

/** Returns an object's name in sentences: `shop/web`, or `web` for one outside namespaces. */
export function nameOf({ name, namespace }: NamespacedName): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}

/** Returns an object as texts name it: `Pod shop/web-1`. */
export function fullNameOf({ kind, ...object }: NamespacedName & { readonly kind: string }): string {
  return `${kind} ${nameOf(object)}`
}
