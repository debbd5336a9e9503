import { useRef } from 'preact/hooks'
import { request, requestAny, type Body } from '../api.ts'
import type { KindEntry } from '../catalogue.ts'
import { formatAge } from '../format-value.ts'
import { Link, Liveness, Loading, ReadProblem, Status } from '../parts.tsx'
import { findKind } from '../register.ts'
import { hasFile } from '../repository-files.ts'
import type { Resource } from '../resource.ts'
import { useKey } from '../use-keys.ts'
import { useNavigation } from '../use-page-state.ts'
import { useResource } from '../use-resource.ts'
import { useStream } from '../use-stream.ts'
import { useThrottledCount } from '../use-throttled-count.ts'
import { Explain } from './explain.tsx'
import { Fields } from './fields.tsx'
import { SourceFile } from './file.tsx'
import { Findings } from './findings.tsx'
import { Logs } from './logs.tsx'
import { Related } from './related.tsx'
import { Restart, type ObjectParameters } from './restart.tsx'
import { hasUsage, Usage } from './usage.tsx'

/** Shortest time between two reads of an object that changes. */
const REFRESH_MS = 1000

type Detail = Readonly<Record<string, unknown>> & Pick<Body<'getPod'>, 'diagnosis' | 'related'>

/** One object: its findings, relations, fields, log, events and YAML. */
export function DetailView({ mayWrite }: { readonly mayWrite: boolean }) {
  const { state } = useNavigation()
  const kind = findKind(state.kind)
  if (kind === undefined || kind.detail === null)
    return <p class="problem">There is no kind {state.kind}: choose one from the list of kinds.</p>
  return <ObjectDetail kind={kind} operation={kind.detail} mayWrite={mayWrite} />
}

interface Options {
  readonly kind: KindEntry
  readonly operation: string
  readonly mayWrite: boolean
}

function ObjectDetail({ kind, operation, mayWrite }: Options) {
  const { state, open } = useNavigation()
  const object = { name: state.name, namespace: state.in, context: state.context }
  const [version, refresh] = useThrottledCount(REFRESH_MS)
  const resource = useResource(
    async (signal) =>
      (await requestAny(operation, { ...object, include: 'diagnosis,related' }, signal)) as Detail,
    [],
    version,
  )
  const { data } = resource
  useKey('list', () => open({ view: 'list', kind: kind.path }))
  const status = data?.['status']
  return (
    <>
      <p class="crumbs">
        <Link to={{ view: 'list', kind: kind.path }}>{kind.kind}</Link>
        {state.in !== '' && (
          <span>
            {' in '}
            <bdi>{state.in}</bdi>
          </span>
        )}
      </p>
      <div class="title">
        <h2>
          <bdi>{state.name}</bdi>
        </h2>
        {typeof status === 'string' && <Status value={status} />}
        {kind.event !== null && (
          <Following kind={kind} event={kind.event} object={object} onChange={refresh} />
        )}
        {kind.restart !== null && <Restart kind={kind} object={object} detail={data} mayWrite={mayWrite} />}
      </div>
      <ReadProblem of={resource} />
      <Tabs kind={kind} />
      <CurrentTab kind={kind} object={object} resource={resource} version={version} />
    </>
  )
}

/** Follows an object on the stream. */
function Following(options: {
  readonly kind: KindEntry
  readonly event: string
  readonly object: ObjectParameters
  readonly onChange: () => void
}) {
  const { kind, event, object, onChange } = options
  const { namespace, context } = object
  const parameters = { context, namespace, kinds: kind.path, snapshot: 'false' }
  const isFirst = useRef(true)
  const { state } = useStream(parameters, (message) => {
    const { object: changed } = message.data as { readonly object?: { readonly name?: string } }
    if (message.event === 'heartbeat') onChange()
    if (message.event === event && changed?.name === object.name) onChange()
    // The first connection begins with a resync; a later one may have missed a change.
    if (message.event === 'resync' && !isFirst.current) onChange()
    isFirst.current = false
  })
  return <Liveness state={state} />
}

const TABS = [
  { tab: '', text: 'Summary' },
  { tab: 'logs', text: 'Log' },
  { tab: 'events', text: 'Events' },
  { tab: 'yaml', text: 'YAML' },
  { tab: 'file', text: 'File' },
  { tab: 'explain', text: 'Explain' },
] as const

function Tabs({ kind }: { readonly kind: KindEntry }) {
  const { state, adjust } = useNavigation()
  const show = (tab: string) => adjust({ tab })
  useKey('summary', () => show(''))
  useKey('logs', () => {
    if (kind.logs !== null) show('logs')
  })
  useKey('objectEvents', () => {
    if (kind.events !== null) show('events')
  })
  useKey('yaml', () => show('yaml'))
  useKey('explain', () => show('explain'))
  useKey('file', () => {
    if (hasFile(kind.kind)) show('file')
  })
  const offered = TABS.filter(({ tab }) => {
    if (tab === 'logs') return kind.logs !== null
    if (tab === 'events') return kind.events !== null
    return tab !== 'file' || hasFile(kind.kind)
  })
  return (
    <div class="tabs" role="group" aria-label="Parts of this object">
      {offered.map(({ tab, text }) => (
        <button key={tab} type="button" aria-pressed={state.tab === tab} onClick={() => show(tab)}>
          {text}
        </button>
      ))}
    </div>
  )
}

function CurrentTab(options: {
  readonly kind: KindEntry
  readonly object: ObjectParameters
  readonly resource: Resource<Detail>
  readonly version: number
}) {
  const { kind, object, resource, version } = options
  const { tab } = useNavigation().state
  if (tab === 'yaml') return <Yaml kind={kind} object={object} version={version} />
  if (tab === 'events' && kind.events !== null)
    return <Events operation={kind.events} object={object} version={version} />
  if (tab === 'explain') return <Explain kind={kind.kind} object={object} />
  if (tab === 'file' && hasFile(kind.kind)) return <SourceFile kind={kind.kind} object={object} />
  const detail = resource.data
  if (detail === undefined) return <Loading of={resource} />
  if (tab === 'logs' && kind.logs !== null)
    return <Logs operation={kind.logs} object={object} detail={detail as Detail & Body<'getPod'>} />
  return (
    <>
      {detail.diagnosis !== undefined && <Findings heading="Findings" findings={detail.diagnosis} isOpen />}
      <div class="halves">
        {detail.related !== undefined && (
          <Related kind={kind.kind} name={object.name} related={detail.related} />
        )}
        {hasUsage(kind) && <Usage kind={kind} object={object} />}
      </div>
      <Fields detail={detail} />
    </>
  )
}

interface TabOptions {
  readonly object: ObjectParameters
  readonly version: number
}

function Events({ operation, object, version }: TabOptions & { readonly operation: string }) {
  const events = useResource(
    async (signal) => (await requestAny(operation, { ...object }, signal)) as Body<'listPodEvents'>,
    [],
    version,
  )
  const { data } = events
  const now = Date.now()
  return (
    <section class="card" aria-label="Events">
      <h3>Events</h3>
      <ReadProblem of={events} />
      {data?.events.length === 0 && (
        <p class="faint">No events: the cluster deletes them, usually after an hour.</p>
      )}
      <ul class="event-list">
        {data?.events.map(({ type, reason, message, count, lastTimestamp }, index) => (
          <li key={index}>
            <span class="faint">{formatAge(lastTimestamp, now)}</span>
            <Status value={type} />
            <span>
              <strong>{reason}</strong> <bdi>{message}</bdi>{' '}
              {count > 1 && <span class="faint">{count} times</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Yaml({ kind, object, version }: TabOptions & { readonly kind: KindEntry }) {
  const yaml = useResource(
    (signal) => request('getResourceYaml', { type: kind.path, ...object }, signal),
    [],
    version,
  )
  const { data } = yaml
  return (
    <section class="card" aria-label="YAML">
      <h3>YAML</h3>
      <ReadProblem of={yaml} />
      <Loading of={yaml} />
      {data !== undefined && (
        <pre tabIndex={0} role="region" aria-label="YAML of this object">
          <bdi>{data.yaml}</bdi>
        </pre>
      )}
    </section>
  )
}
