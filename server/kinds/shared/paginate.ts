import { decodeContinue, encodeContinue, listDigest } from '../../cluster/read/pagination/continue-token.ts'

/** One page of a list; `continue` and `remaining` only if `limit` was set and more items follow. */
export interface Page<V> {
  items: V[]
  continue?: string
  remaining?: number
}

/** Pagination parameters of a list that is read completely. */
export interface PageRequest {
  limit?: number
  continue?: string
}

/**
 * Paginates a complete list in the order of `key` (unique, compared bytewise). The position is the last key
 * of the page, so the next page is correct even if items were added or removed meanwhile. `selects`
 * identifies the list in its continue tokens.
 */
export function paginate<V>(
  items: readonly V[],
  key: (item: V) => string,
  selects: readonly string[],
  cut: PageRequest,
): Page<V> {
  const ordered = items.map((item) => ({ item, at: key(item) })).sort((a, b) => (a.at < b.at ? -1 : 1))
  const page = paginateOrdered(ordered, ({ at }) => at, selects, cut)
  return { ...page, items: page.items.map(({ item }) => item) }
}

/** Paginates a complete list that is in the order of `key` already, as `paginate` does. */
export function paginateOrdered<V>(
  items: readonly V[],
  key: (item: V) => string,
  selects: readonly string[],
  cut: PageRequest,
): Page<V> {
  if (cut.limit === undefined) return { items: [...items] }
  const digest = listDigest(JSON.stringify(selects))
  const after = cut.continue === undefined ? undefined : decodeContinue(cut.continue, digest).after
  const from = after === undefined ? 0 : indexAfter(items, key, after)
  const page = items.slice(from, from + cut.limit)
  const last = page.at(-1)
  const remaining = items.length - from - page.length
  if (last === undefined || remaining === 0) return { items: page }
  return { items: page, continue: encodeContinue({ after: key(last), part: 0 }, digest), remaining }
}

/** Returns the index of the first item after a key. */
function indexAfter<V>(items: readonly V[], key: (item: V) => string, after: string): number {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const item = items[middle]
    if (item !== undefined && key(item) > after) to = middle
    else from = middle + 1
  }
  return from
}

/** Returns the pagination fields of a list response. */
export function pageFields(page: Page<unknown>): { continue?: string; remaining?: number } {
  return {
    ...(page.continue === undefined ? {} : { continue: page.continue }),
    ...(page.remaining === undefined ? {} : { remaining: page.remaining }),
  }
}
