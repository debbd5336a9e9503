import type { Body } from '../api.ts'
import { formatReference, type ObjectReference } from '../format-value.ts'
import { Link, Status } from '../parts.tsx'
import { findKind } from '../register.ts'

type RootFinding = Body<'getDiagnosis'>['findings'][number]
type AnyFinding = Omit<RootFinding, 'affected' | 'explains'> &
  Partial<Pick<RootFinding, 'affected' | 'explains'>>

/** Findings, folded by their cause, with evidence and hint. */
export function Findings(options: {
  readonly heading: string
  readonly findings: readonly AnyFinding[]
  readonly total?: number
  /** Whether the first finding is unfolded. */
  readonly isOpen?: boolean
}) {
  const { heading, findings, total = findings.length, isOpen = false } = options
  return (
    <section class="card" aria-label={heading}>
      <h3>
        {heading} <span class="faint">{total}</span>
      </h3>
      {findings.length === 0 && <p class="faint">Nothing is known to be wrong.</p>}
      {findings.map((finding, index) => (
        <FindingDetails key={finding.id} finding={finding} isOpen={isOpen && index === 0} />
      ))}
      {total > findings.length && (
        <p class="faint">{`The ${findings.length} most severe of ${total}: choose a namespace to see the others.`}</p>
      )}
    </section>
  )
}

function FindingDetails({ finding, isOpen }: { readonly finding: AnyFinding; readonly isOpen: boolean }) {
  const { severity, title, message, hint, evidence, affected = 1, explains = [], subject } = finding
  return (
    <details class="finding" open={isOpen}>
      <summary>
        <Status value={severity} />
        <span class="finding-title">
          <bdi>{title}</bdi>
          {affected > 1 && <span class="faint">{` · ${affected} affected`}</span>}
        </span>
        <span class="faint subject">
          <bdi>{formatReference(subject)}</bdi>
        </span>
      </summary>
      <div class="finding-body">
        <p>
          <bdi>{message}</bdi>
        </p>
        {hint !== undefined && <p class="hint">{hint}</p>}
        <ul class="evidence">
          {evidence.map(({ id, reference, text }) => (
            <li key={id}>
              <span class="faint">{reference}</span>
              <q>{text}</q>
            </li>
          ))}
        </ul>
        <p>
          Open <ObjectLink {...subject} />
        </p>
        {explains.length > 0 && <p>This explains:</p>}
        <ul>
          {explains.map((one) => (
            <li key={one.id}>
              <ObjectLink {...one.subject} />: {one.title}
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

/** A link to the detail of an object, or its name where its kind has no detail; its context is that of the page, if none is named. */
export function ObjectLink({
  kind,
  name,
  namespace = '',
  context,
}: ObjectReference & { readonly context?: string }) {
  const entry = findKind(kind)
  const text = <bdi>{formatReference({ kind, name, namespace })}</bdi>
  if (entry?.detail === undefined || entry.detail === null) return text
  const scope = context === undefined ? {} : { context }
  return <Link to={{ view: 'detail', kind: entry.path, name, in: namespace, ...scope }}>{text}</Link>
}
