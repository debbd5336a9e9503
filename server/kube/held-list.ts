import type { Caches } from './cached-cluster.ts'
import type { ListingOptions } from './cluster.ts'
import { entriesOf, type Part } from './coverage.ts'
import type { Kind } from './kinds.ts'
import { listingBytes } from './list-bytes.ts'
import type { PageGround } from './pages.ts'
import type { JsonBytes, Listing } from './view.ts'
import type { Entry } from './watch/entry.ts'
import type { Selector } from './watch/select.ts'

/** Where a selection of a kind is found, and the state it is found in. */
export interface Found<T> {
  parts: Part<T>[]
  selector: Selector<T>
  ground: readonly PageGround[]
}

/** All that is found, as a list by this key shows it: made once for each state. */
export async function wholeList<T, V, F extends string>(
  { pages, shown }: Pick<Caches, 'pages' | 'shown'>,
  key: string,
  { kind, found: { parts, selector, ground } }: { kind: Kind<T>; found: Found<T> },
  { field, view, now }: ListingOptions<T, V, F>,
): Promise<JsonBytes<Listing<F, V>>> {
  const page = await pages.page(key, { ground, view, now }, async (before) => {
    const showing = { view, now, plural: kind.plural }
    const entries = entriesOf(parts, selector)
    return listingBytes(field, await shown.pieces(entries, showing, before), {})
  })
  // Made by this view under this field, so it says what they say.
  return page as JsonBytes<Listing<F, V>>
}

/** The entries that a list's own filter keeps, by what they look like in it. */
export async function filtered<T, V>(
  { shown }: Pick<Caches, 'shown'>,
  kind: Kind<T>,
  entries: readonly Entry<T>[],
  { view, now, filter }: ListingOptions<T, V, string>,
): Promise<readonly Entry<T>[]> {
  if (filter === undefined) return entries
  const showing = { view, now, plural: kind.plural }
  await shown.items(entries, showing)
  return entries.filter((entry) => {
    const item = shown.item(entry, showing)
    return item !== undefined && filter.keeps(JSON.parse(item) as V)
  })
}
