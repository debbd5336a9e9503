import { compareSeverities, fullNameOf, type Finding, type ObjectName } from '../../diagnosis/finding.ts'
import { rules } from '../../diagnosis/register.ts'
import { reportFinding } from '../../diagnosis/schema.ts'
import type { Conclusion, Troubleshooting } from './schema.ts'

/** Text of a cause that no rule knows. */
export const NOT_KNOWN = 'cause not known'

const MAX_FINDINGS = 50
/** Rules that say no more than that something is wrong. */
const fallbacks: ReadonlySet<string> = new Set(
  rules.filter(({ isFallback }) => isFallback).map(({ id }) => id),
)

/** Returns findings with their causes and steps: roots first, then those that they explain. */
export function concludeFindings(findings: readonly Finding[]): readonly Conclusion[] {
  const roots = findings.filter(({ causes }) => causes.length === 0)
  const explained = findings.filter(({ causes }) => causes.length > 0)
  const ordered = [...roots.toSorted(byWeight), ...explained.toSorted(byWeight)]
  return [...Map.groupBy(ordered, likeness).values()].slice(0, MAX_FINDINGS).flatMap(conclude)
}

/** Returns the same text for findings of one rule about Pods of one workload, which are one for a person. */
function likeness({ id, rule, group, owner }: Finding): string {
  return owner === undefined ? id : [rule, group, owner.kind, owner.namespace, owner.name].join('/')
}

function byWeight(a: Finding, b: Finding): number {
  return compareSeverities(a.severity, b.severity) || b.confidence - a.confidence
}

function conclude([finding, ...alike]: readonly Finding[]): readonly Conclusion[] {
  if (finding === undefined) return []
  const { causes: _causes, hint: _hint, ...reported } = reportFinding(finding)
  const roots = rootsOf(finding)
  const cause = roots
    .map((root) => (root === finding ? causeOf(root) : `${fullNameOf(root.subject)}: ${causeOf(root)}`))
    .join(' ')
  const steps = [...roots, finding].flatMap(({ hint }) => (hint === undefined ? [] : [hint]))
  const patch = finding.patch?.map((change) => ({ ...change }))
  const affected = 1 + alike.length
  return [
    { ...reported, affected, cause, fix: [...new Set(steps)], ...(patch === undefined ? {} : { patch }) },
  ]
}

/** Returns the words of a root about itself. */
function causeOf({ rule, message }: Finding): string {
  return fallbacks.has(rule) ? NOT_KNOWN : message
}

/** Returns the findings without a cause that lead to a finding; itself if it has none. */
function rootsOf(finding: Finding, passed: ReadonlySet<string> = new Set()): readonly Finding[] {
  const causes = finding.causes.filter(({ id }) => !passed.has(id))
  if (causes.length === 0) return [finding]
  const within = new Set([...passed, finding.id])
  const roots = causes.flatMap((cause) => rootsOf(cause, within))
  return [...new Map(roots.map((root) => [root.id, root])).values()]
}

/** Returns the conclusion about an object that is not healthy although no rule found a fault. */
export function unknownCause(subject: ObjectName, status: string, hasReadLogs: boolean): Conclusion {
  const reference = `${fullNameOf(subject)} status`
  return {
    id: ['cause-not-known', subject.kind, subject.namespace ?? '', subject.name].join('/'),
    rule: 'cause-not-known',
    severity: 'warning',
    subject: { ...subject },
    title: NOT_KNOWN,
    message: `the status is ${status}, and no rule knows why`,
    evidence: [{ id: 'e1', source: 'status', reference, text: status }],
    affected: 1,
    cause: NOT_KNOWN,
    fix: [
      ...(hasReadLogs ? [] : ['read the logs of its containers: send includeLogs=true']),
      'compare the object with the last revision that was healthy',
      'look for events of its controller, and for the log of the controller itself',
    ],
    confidence: 0.5,
  }
}

/** Returns the status and the sentences about an object. */
export function summarize(
  subject: ObjectName,
  findings: readonly Conclusion[],
  isComplete: boolean,
): Pick<Troubleshooting, 'status' | 'summary'> {
  const name = fullNameOf(subject)
  const [first, ...others] = findings
  if (first === undefined)
    return isComplete
      ? { status: 'healthy', summary: `Nothing is known to be wrong with ${name}.` }
      : { status: 'unknown', summary: `Nothing was found about ${name}, but not everything could be read.` }
  const status = findings.some(({ severity }) => severity === 'critical') ? 'critical' : 'warning'
  const more =
    others.length === 0
      ? ''
      : others.length === 1
        ? ' 1 more finding follows.'
        : ` ${others.length} more findings follow.`
  const where =
    first.subject.kind === subject.kind && first.subject.name === subject.name
      ? name
      : fullNameOf(first.subject)
  return {
    status,
    summary: `${where}: ${first.title}. ${first.message}${/[.!?]$/.test(first.message) ? '' : '.'}${more}`,
  }
}
