import { factKinds } from '../diagnosis/fact-kinds.ts'
import { kindKey } from '../diagnosis/facts.ts'
import type { Finding } from '../diagnosis/finding.ts'

type Fields = Pick<Finding, 'rule'> &
  Partial<Omit<Finding, 'id' | 'subject'>> & { name: string; kind?: string }

/** Returns a finding about an object in namespace `shop`; cluster-scoped kinds have none. Default kind: Pod. */
export function findingFor({ name, kind = 'Pod', ...fields }: Fields): Finding {
  const subject = kind === 'Node' ? { kind, name } : { kind, name, namespace: 'shop' }
  return {
    id: [fields.rule, kind, subject.namespace ?? '', name].join('/'),
    subject,
    subjectKind: factKinds.filter((one) => one.kind === kind).map(kindKey)[0] ?? kind,
    severity: 'critical',
    title: fields.rule,
    message: 'a message',
    evidence: [],
    hint: undefined,
    patch: undefined,
    confidence: 0.95,
    since: undefined,
    causes: [],
    group: '',
    owner: undefined,
    kinds: new Set(),
    ...fields,
  }
}
