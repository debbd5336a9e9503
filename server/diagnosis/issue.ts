import { inNamespace } from '../cluster/client/api-call.ts'
import type { Severity } from './finding.ts'
import type { FindingGroup } from './fold.ts'

/** A finding in one line, as the overviews show it. */
export interface FindingIssue {
  id: string
  rule: string
  severity: Severity
  kind: string
  name: string
  namespace?: string
  message: string
}

/** Returns a group of findings as an issue. */
export function issueOf({ id, severity, subject, shown }: FindingGroup): FindingIssue {
  const { kind, name, namespace } = subject
  return { id, rule: shown.rule, severity, kind, name, ...inNamespace(namespace), message: shown.message }
}
