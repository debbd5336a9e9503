import { formatAge, formatHeading, isTimestamp } from '../format-value.ts'

/** Members of a detail that have a section of their own, or stand in its title. */
const SECTIONS = new Set([
  'diagnosis',
  'diagnosisUnavailable',
  'related',
  'relatedUnavailable',
  'name',
  'namespace',
  'age',
  'status',
])

/** The fields of a detail: the short ones together, conditions as a table, and a section for each of the others. */
export function Fields({ detail }: { readonly detail: Readonly<Record<string, unknown>> }) {
  const fields = Object.entries(detail).filter(([field]) => !SECTIONS.has(field))
  const short = fields.filter(([, value]) => typeof value !== 'object' || value === null)
  const conditions = detail['conditions']
  const others = fields.filter(
    ([field, value]) => typeof value === 'object' && value !== null && field !== 'conditions',
  )
  return (
    <>
      <section class="card" aria-label="Summary">
        <h3>Summary</h3>
        <Value value={Object.fromEntries(short)} />
      </section>
      {isRows(conditions) && <Conditions conditions={conditions} />}
      {others.map(([field, value]) => (
        <section key={field} class="card" aria-label={formatHeading(field)}>
          <h3>
            {formatHeading(field)} {Array.isArray(value) && <span class="faint">{value.length}</span>}
          </h3>
          <Value value={value} />
        </section>
      ))}
    </>
  )
}

type Row = Readonly<Record<string, unknown>>

function isRows(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0
}

function Conditions({ conditions }: { readonly conditions: readonly Row[] }) {
  const now = Date.now()
  return (
    <section class="card" aria-label="Conditions">
      <h3>Conditions</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label="Table of conditions">
        <table class="small">
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Status</th>
              <th scope="col">Since</th>
              <th scope="col">Reason</th>
              <th scope="col">Message</th>
            </tr>
          </thead>
          <tbody>
            {conditions.map(({ type, status, lastTransitionTime, reason, message }, index) => (
              <tr key={index}>
                <td>
                  <bdi>{textOf(type)}</bdi>
                </td>
                <td>
                  <strong>
                    <bdi>{textOf(status)}</bdi>
                  </strong>
                </td>
                <td>{formatAge(textOf(lastTransitionTime), now)}</td>
                <td>
                  <bdi>{textOf(reason)}</bdi>
                </td>
                <td class="message">
                  <bdi>{textOf(message)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A value of a detail: an object as a list of its fields, anything else as text. */
function Value({ value }: { readonly value: unknown }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="faint">none</span>
    return (
      <ul class="values">
        {value.map((item, index) => (
          <li key={index}>
            <Value value={item} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value !== 'object' || value === null) return <Text text={String(value)} />
  const entries = Object.entries(value)
  if (entries.length === 0) return <span class="faint">none</span>
  return (
    <dl class="fields">
      {entries.map(([field, inner]) => (
        <div key={field}>
          <dt>
            <bdi>{field}</bdi>
          </dt>
          <dd>
            <Value value={inner} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Text({ text }: { readonly text: string }) {
  if (!isTimestamp(text)) return <bdi>{text}</bdi>
  return (
    <span>
      {text} <span class="faint">({formatAge(text, Date.now())} ago)</span>
    </span>
  )
}
