import type { Body } from '../api.ts'
import { request, requestAny } from '../api.ts'
import type { KindEntry } from '../catalogue.ts'
import { formatAge, formatHeading } from '../format-value.ts'
import { Link, Problem, Status } from '../parts.tsx'
import { findKind } from '../register.ts'
import { useNavigation } from '../use-page-state.ts'
import { useResource } from '../use-resource.ts'
import { Findings, ObjectLink } from './findings.tsx'

type Detail = Readonly<Record<string, unknown>> & Pick<Body<'getPod'>, 'diagnosis' | 'related'>

/** Members of a detail that have a section of their own. */
const SECTIONS = new Set([
  'diagnosis',
  'diagnosisUnavailable',
  'related',
  'relatedUnavailable',
  'name',
  'namespace',
  'age',
])

/** One object: its findings, relations, fields, events and YAML. */
export function DetailView() {
  const { state } = useNavigation()
  const kind = findKind(state.kind)
  if (kind === undefined || kind.detail === null)
    return <p class="problem">There is no kind {state.kind}: choose one from the list of kinds.</p>
  return <ObjectDetail kind={kind} operation={kind.detail} />
}

function ObjectDetail({ kind, operation }: { readonly kind: KindEntry; readonly operation: string }) {
  const { state } = useNavigation()
  const object = { name: state.name, namespace: state.in, context: state.context }
  const { data, error } = useResource(async (signal) => {
    return (await requestAny(operation, { ...object, include: 'diagnosis,related' }, signal)) as Detail
  }, [])
  const status = data?.['status']
  return (
    <>
      <p class="faint">
        <Link to={{ view: 'list', kind: kind.path }}>{kind.kind}</Link>
        {state.in !== '' && ` in ${state.in}`}
      </p>
      <div class="title">
        <h2>
          <bdi>{state.name}</bdi>
        </h2>
        {typeof status === 'string' && <Status value={status} />}
      </div>
      {error !== undefined && <Problem error={error} />}
      {data === undefined && error === undefined && <p class="faint">Loading…</p>}
      {data?.diagnosis !== undefined && <Findings heading="Findings" findings={data.diagnosis} />}
      {data?.related !== undefined && <Related related={data.related} />}
      {data !== undefined && <Fields detail={data} />}
      {kind.events !== null && <Events operation={kind.events} object={object} />}
      <Yaml kind={kind} object={object} />
    </>
  )
}

function Related({ related }: { readonly related: NonNullable<Detail['related']> }) {
  const relations = [...Map.groupBy(related, ({ relation }) => relation)]
  return (
    <section class="card" aria-label="Related objects">
      <h3>Related objects</h3>
      {related.length === 0 && <p class="faint">No related objects.</p>}
      <dl>
        {relations.map(([relation, objects]) => (
          <div key={relation}>
            <dt>{formatHeading(relation)}</dt>
            {objects.map((one) => (
              <dd key={`${one.kind}/${one.namespace ?? ''}/${one.name}`}>
                <ObjectLink {...one} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

function Fields({ detail }: { readonly detail: Detail }) {
  const fields = Object.entries(detail).filter(([field]) => !SECTIONS.has(field))
  return (
    <section class="card" aria-label="Summary">
      <h3>Summary</h3>
      <Value value={Object.fromEntries(fields)} />
    </section>
  )
}

/** A value of a detail: an object as a list of its fields, anything else as text. */
function Value({ value }: { readonly value: unknown }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="faint">none</span>
    return (
      <ul>
        {value.map((item, index) => (
          <li key={index}>
            <Value value={item} />
          </li>
        ))}
      </ul>
    )
  }
  if (typeof value !== 'object' || value === null) return <bdi>{String(value)}</bdi>
  return (
    <dl>
      {Object.entries(value).map(([field, inner]) => (
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

interface ObjectParameters {
  readonly name: string
  readonly namespace: string
  readonly context: string
}

function Events({ operation, object }: { readonly operation: string; readonly object: ObjectParameters }) {
  const { data, error } = useResource(
    async (signal) => (await requestAny(operation, { ...object }, signal)) as Body<'listPodEvents'>,
    [],
  )
  const now = Date.now()
  return (
    <section class="card" aria-label="Events">
      <h3>Events</h3>
      {error !== undefined && <Problem error={error} />}
      {data?.events.length === 0 && <p class="faint">No events: the cluster deletes them after a time.</p>}
      <ul class="plain">
        {data?.events.map(({ type, reason, message, count, lastTimestamp }, index) => (
          <li key={index}>
            <span class="faint">{formatAge(lastTimestamp, now)}</span> <Status value={type} />{' '}
            <strong>{reason}</strong> <bdi>{message}</bdi>{' '}
            {count > 1 && <span class="faint">{count} times</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Yaml({ kind, object }: { readonly kind: KindEntry; readonly object: ObjectParameters }) {
  const { data, error } = useResource(
    (signal) => request('getResourceYaml', { type: kind.path, ...object }, signal),
    [],
  )
  return (
    <section class="card" aria-label="YAML">
      <h3>YAML</h3>
      {error !== undefined && <Problem error={error} />}
      {data !== undefined && (
        <pre tabIndex={0}>
          <bdi>{data.yaml}</bdi>
        </pre>
      )}
    </section>
  )
}
