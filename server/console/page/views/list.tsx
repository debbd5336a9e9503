import { useMemo, useRef, useState } from 'preact/hooks'
import { requestAny, RequestError, type RequestParameters } from '../api.ts'
import type { KindEntry } from '../catalogue.ts'
import { formatAge, formatCell, formatHeading, isReference, isTimestamp } from '../format-value.ts'
import { applyMessage, emptyStore } from '../object-store.ts'
import { Link, Liveness, Problem, Status } from '../parts.tsx'
import { findKind } from '../register.ts'
import { filterItems, sortItems, visibleRows, type Item } from '../table-rows.ts'
import { focusOn, useKey } from '../use-keys.ts'
import { useNavigation } from '../use-page-state.ts'
import { useResource } from '../use-resource.ts'
import { useStream } from '../use-stream.ts'
import { useThrottledCount } from '../use-throttled-count.ts'
import { ObjectLink } from './findings.tsx'

/** Height of a row; console.css has the same. */
const ROW_PX = 30
/** Shortest time between two drawings while objects change. */
const DRAW_MS = 250

/** The list of a kind: its objects come from the stream, and stay up to date. */
export function ListView() {
  const { state } = useNavigation()
  const kind = findKind(state.kind)
  if (kind?.event === undefined || kind.event === null)
    return <p class="problem">There is no kind {state.kind}: choose one from the list of kinds.</p>
  return (
    <div class="list-view">
      <Filters heading={kind.kind} />
      <KindTable key={state.labels} kind={kind} event={kind.event} />
    </div>
  )
}

function Filters({ heading }: { readonly heading: string }) {
  const { state, adjust } = useNavigation()
  useKey('filter', () => focusOn('#filter'))
  return (
    <div class="filters">
      <h2>{heading}</h2>
      <label class="field">
        <span>Filter</span>
        <input
          id="filter"
          type="search"
          value={state.q}
          placeholder="Text in any column"
          onInput={({ currentTarget }) => adjust({ q: currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>Label selector</span>
        <input
          id="labels"
          type="search"
          value={state.labels}
          placeholder="app=web, tier!=cache"
          onChange={({ currentTarget }) => adjust({ labels: currentTarget.value.trim() })}
        />
      </label>
    </div>
  )
}

function KindTable({ kind, event }: { readonly kind: KindEntry; readonly event: string }) {
  const { state } = useNavigation()
  const store = useRef(emptyStore())
  const [version, draw] = useThrottledCount(DRAW_MS)
  const namespace = kind.namespaced ? state.namespace : ''
  const parameters = { context: state.context, namespace, kinds: kind.path, labelSelector: state.labels }
  const stream = useStream(parameters, (message) => {
    // A heartbeat redraws the ages.
    if (applyMessage(store.current, event, message) || message.event === 'heartbeat') draw()
  })
  const fields = fieldsOf(kind, namespace)
  // The newest events are first, as nobody looks for the oldest.
  const sort = state.sort === '' && fields.includes('lastTimestamp') ? '-lastTimestamp' : state.sort
  const items = useMemo(
    () => sortItems(filterItems([...store.current.objects.values()], fields, state.q), sort),
    [version, state.q, sort],
  )
  const { denied, synced, objects } = store.current
  const denial = useDenial(kind, { context: state.context, namespace }, denied)
  const error = denial ?? stream.error
  if (error !== undefined) return <Problem error={error} />
  return (
    <>
      <p class="count">
        <Liveness state={stream.state} />{' '}
        <span class="faint">
          {items.length === objects.size ? '' : `${items.length} of `}
          {objects.size === 1 ? '1 object' : `${objects.size} objects`}
        </span>
      </p>
      {items.length > 0 && <Rows kind={kind} fields={fields} items={items} sort={sort} />}
      {items.length === 0 && <EmptyState synced={synced} filtered={objects.size > 0} />}
    </>
  )
}

/** Returns the error of a denied kind: that of its list, which has a hint; until it arrives, the words of the stream. */
function useDenial(
  { list }: KindEntry,
  scope: RequestParameters,
  denied: string | undefined,
): RequestError | undefined {
  const { error } = useResource(
    async (signal) => {
      if (denied !== undefined && list !== null) await requestAny(list, { ...scope, limit: '1' }, signal)
    },
    [denied ?? ''],
  )
  if (denied === undefined) return undefined
  return error ?? new RequestError(denied, 403)
}

/** Returns the fields that are shown: the namespace only if objects of several are. */
function fieldsOf({ named, namespaced, columns }: KindEntry, namespace: string): readonly string[] {
  if (!named) return columns
  return ['name', ...(namespaced && namespace === '' ? ['namespace'] : []), ...columns]
}

function EmptyState({ synced, filtered }: { readonly synced: boolean; readonly filtered: boolean }) {
  const { state, adjust } = useNavigation()
  if (!synced) return <p class="faint">Loading…</p>
  if (filtered || state.labels !== '')
    return (
      <p class="empty">
        No object matches.{' '}
        <button type="button" onClick={() => adjust({ q: '', labels: '' })}>
          Clear the filters
        </button>
      </p>
    )
  if (state.namespace !== '')
    return (
      <p class="empty">
        There are none in the namespace <bdi>{state.namespace}</bdi>.{' '}
        <button type="button" onClick={() => adjust({ namespace: '' })}>
          Show all namespaces
        </button>
      </p>
    )
  return <p class="empty">The cluster has none. One that is created appears here by itself.</p>
}

interface RowsOptions {
  readonly kind: KindEntry
  readonly fields: readonly string[]
  readonly items: readonly Item[]
  readonly sort: string
}

function Rows({ kind, fields, items, sort }: RowsOptions) {
  const { adjust } = useNavigation()
  const [top, setTop] = useState(0)
  // The box is never higher than the window.
  const { first, last } = visibleRows(items.length, ROW_PX, top, innerHeight)
  const now = Date.now()
  useKey('next', () => moveFocus(1))
  useKey('previous', () => moveFocus(-1))
  return (
    <div
      class="rows"
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      tabIndex={0}
      role="region"
      aria-label={`${kind.kind} objects`}
    >
      <table aria-rowcount={items.length + 1}>
        <thead>
          <tr>
            {fields.map((field) => (
              <SortHeading
                key={field}
                field={field}
                sort={sort}
                onSort={(picked) => adjust({ sort: picked })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} columns={fields.length} />
          {items.slice(first, last).map((item, index) => (
            <tr key={first + index} aria-rowindex={first + index + 2}>
              {fields.map((field) => (
                <Cell key={field} kind={kind} item={item} field={field} now={now} />
              ))}
            </tr>
          ))}
          <Spacer rows={items.length - last} columns={fields.length} />
        </tbody>
      </table>
    </div>
  )
}

/** Moves the focus to the link of the row after or before the focused one, or to the first. */
function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.rows td a')]
  const at = links.findIndex((link) => link === document.activeElement)
  links[at === -1 ? 0 : at + step]?.focus()
}

/** Takes the room of the rows that are not drawn. */
function Spacer({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null
  return (
    <tr aria-hidden="true">
      <td class="spacer" colSpan={columns}>
        <svg width="1" height={rows * ROW_PX} />
      </td>
    </tr>
  )
}

function SortHeading(options: {
  readonly field: string
  readonly sort: string
  readonly onSort: (sort: string) => void
}) {
  const { field, sort, onSort } = options
  const order = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  return (
    <th scope="col" aria-sort={order}>
      <button type="button" onClick={() => onSort(order === 'ascending' ? `-${field}` : field)}>
        {formatHeading(field)}
        <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
      </button>
    </th>
  )
}

function Cell(options: {
  readonly kind: KindEntry
  readonly item: Item
  readonly field: string
  readonly now: number
}) {
  const { kind, item, field, now } = options
  const value = item[field]
  const text = formatCell(value)
  if (isTimestamp(text)) return <td title={text}>{formatAge(text, now)}</td>
  if (isReference(value))
    return (
      <td>
        <ObjectLink {...value} />
      </td>
    )
  if (field === 'status' || (field === 'type' && kind.path === 'events'))
    return (
      <td>
        <Status value={text} />
      </td>
    )
  if (field !== 'name' || kind.detail === null)
    return (
      <td title={text}>
        <bdi>{text}</bdi>
      </td>
    )
  return (
    <td>
      <Link to={{ view: 'detail', kind: kind.path, name: text, in: formatCell(item['namespace']) }}>
        <bdi>{text}</bdi>
      </Link>
    </td>
  )
}
