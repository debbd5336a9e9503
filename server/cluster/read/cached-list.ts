import type { Caches } from './caches.ts'
import type { ListingOptions } from './cluster.ts'
import { selectObjects, type CachePart } from '../cache/cache-selector.ts'
import type { Kind } from '../kind.ts'
import { listingBytes } from './list-serializer.ts'
import { readItem } from './direct-list.ts'
import { MemoizedView, projectionOf, ViewCursor, type View } from './memoized-view.ts'
import { TimeSlice } from '../../core/scheduler.ts'
import type { ListDependencies } from './list-cache.ts'
import type { PageRequest } from './pagination/snapshots.ts'
import type { Listing } from './projection.ts'
import { objectOf, type CachedObject } from '../cache/cached-object.ts'
import { everything, type Selector } from '../cache/compiled-selector.ts'
import type { Store } from '../cache/store.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'

/** The result of selecting cached objects of a kind, with the state of the stores at that time. */
export interface CachedSelection<T> {
  parts: CachePart<T>[]
  selector: Selector<T>
  dependencies: readonly ListDependencies[]
}

/** Lists selected from fewer objects are built without waiting for a turn. */
const LARGE_LIST = 1_000

/** The parts of the caches that build whole lists. */
type ListCaches = Pick<Caches, 'pages' | 'renderer' | 'builds'>

/** A list of a kind to be serialized: its key, objects and caller. */
interface WantedList<T> {
  readonly key: string
  readonly kind: Kind<T>
  readonly found: CachedSelection<T>
  readonly request: PageRequest
}

/**
 * Returns the whole list, serialized once for each state of the stores. Large lists are built at the caller's turn, since
 * each takes several times its size in memory while it is built.
 */
export async function serializedList<T, V, F extends string>(
  { pages, renderer, builds }: ListCaches,
  { key, kind, found: { parts, selector, dependencies }, request }: WantedList<T>,
  { field, view, now }: ListingOptions<T, V, F>,
): Promise<SerializedBody<Listing<F, V>>> {
  const page = await pages.list(key, { dependencies, view, now }, async (before) => {
    const showing = { view, now, plural: kind.plural }
    // The objects are selected at the caller's turn, since selecting from many takes time too. They may be newer than the
    // dependencies by then; the list is built again for the next request.
    const build = async () =>
      listingBytes(field, await renderer.pieces(selectObjects(parts, selector), showing, before), {})
    const candidates = parts.reduce(
      (sum, { reflector, namespace }) => sum + reflector.store.sizeOf(namespace),
      0,
    )
    return candidates < LARGE_LIST ? build() : builds.run(request.caller, request.signal, build)
  })
  // The key determines the projection and the field, so the type matches.
  return page as SerializedBody<Listing<F, V>>
}

/** Returns the objects that a list's own filter keeps, judged by their list items. */
export async function filteredList<T, V>(
  { renderer }: Pick<Caches, 'renderer'>,
  kind: Kind<T>,
  entries: readonly CachedObject<T>[],
  { view, now, filter }: ListingOptions<T, V, string>,
): Promise<readonly CachedObject<T>[]> {
  if (filter === undefined) return entries
  const showing = { view, now, plural: kind.plural }
  await renderer.items(entries, showing)
  return entries.filter((entry) => {
    const item = renderer.item(entry, showing)
    return item !== undefined && filter.keeps(JSON.parse(item) as V)
  })
}

/** Known values that are read between two looks at the clock. */
const UNCHECKED = 64

/** A store that holds objects of a namespace, or of all. */
interface StorePart<T> {
  readonly reflector: { readonly store: Store<T> }
  readonly namespace: string | undefined
}

/** The selected objects of stores, for a request that a signal ends. */
interface ViewedObjects<T> {
  readonly parts: readonly StorePart<T>[]
  readonly selector: Selector<T>
  readonly signal: AbortSignal | undefined
}

/** The parts of the caches that view objects. */
type ViewCaches = Pick<Caches, 'memo' | 'renderer' | 'scheduler'>

/**
 * Returns the views of the selected objects, in their order. An object is parsed once for each version if the view is memoized,
 * else every time. Objects that do not match their kind are left out and counted, every time. Rejects once the signal fires.
 */
export async function viewObjects<T, V>(
  caches: ViewCaches,
  kind: Kind<T>,
  { parts, selector, signal }: ViewedObjects<T>,
  view: View<T, V>,
): Promise<V[]> {
  const slices = new TimeSlice(caches.scheduler)
  const found: (readonly V[])[] = []
  for (const part of parts) found.push(await viewPart(caches, kind, { part, selector, signal }, view, slices))
  return found.flat()
}

async function viewPart<T, V>(
  { memo, renderer }: ViewCaches,
  kind: Kind<T>,
  { part, selector, signal }: Omit<ViewedObjects<T>, 'parts'> & { readonly part: StorePart<T> },
  view: View<T, V>,
  slices: TimeSlice,
): Promise<readonly V[]> {
  const { namespace, reflector } = part
  const { store } = reflector
  const known = view instanceof MemoizedView ? memo.valuesOf(view) : undefined
  const isWhole = selector === everything && store.sizeOf(namespace) === store.size
  const before = isWhole ? known?.byStore.get(store) : undefined
  const changes = store.changes()
  if (before?.changes === changes) return before.values
  const cursor = before && new ViewCursor(before)
  const reader = {
    kind: kind.kind,
    view: projectionOf(view),
    quarantined: () => renderer.quarantined(kind.plural),
  }
  const [sequences, values]: [number[], V[]] = [[], []]
  const entries = store.select(namespace, selector)
  for (const entry of entries) {
    const value = cursor?.valueOf(entry.sequence) ?? known?.byObject.get(entry)
    const item = value ?? readItem(objectOf(entry), reader)
    if (item !== undefined) {
      sequences.push(entry.sequence)
      values.push(item)
      if (value === undefined) known?.byObject.set(entry, item)
    }
    const isDue = value === undefined || values.length % UNCHECKED === 0
    if (isDue && slices.expired) await slices.yield(signal)
  }
  // A list without the objects that were left out would not count them again.
  if (isWhole && values.length === entries.length) known?.byStore.set(store, { changes, sequences, values })
  return values
}
