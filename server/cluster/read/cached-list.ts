import type { Caches } from './caches.ts'
import type { ListingOptions } from './cluster.ts'
import { selectObjects, type CachePart } from '../cache/cache-selector.ts'
import type { Kind } from '../kind.ts'
import { listingBytes } from './list-serializer.ts'
import type { ListDependencies } from './list-cache.ts'
import type { Listing } from './projection.ts'
import type { CachedObject } from '../cache/cached-object.ts'
import type { Selector } from '../cache/compiled-selector.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'

/** The result of selecting cached objects of a kind, with the state of the stores at that time. */
export interface CachedSelection<T> {
  parts: CachePart<T>[]
  selector: Selector<T>
  dependencies: readonly ListDependencies[]
}

/** Returns the whole list, serialized once for each state of the stores. */
export async function serializedList<T, V, F extends string>(
  { pages, renderer }: Pick<Caches, 'pages' | 'renderer'>,
  key: string,
  { kind, found: { parts, selector, dependencies } }: { kind: Kind<T>; found: CachedSelection<T> },
  { field, view, now }: ListingOptions<T, V, F>,
): Promise<SerializedBody<Listing<F, V>>> {
  const page = await pages.list(key, { dependencies, view, now }, async (before) => {
    const showing = { view, now, plural: kind.plural }
    const entries = selectObjects(parts, selector)
    return listingBytes(field, await renderer.pieces(entries, showing, before), {})
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
