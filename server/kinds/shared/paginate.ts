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
  if (cut.limit === undefined) return { items: ordered.map(({ item }) => item) }
  const digest = listDigest(JSON.stringify(selects))
  const after = cut.continue === undefined ? undefined : decodeContinue(cut.continue, digest).after
  const rest = after === undefined ? ordered : ordered.filter(({ at }) => at > after)
  const page = rest.slice(0, cut.limit)
  const last = page.at(-1)
  const result = { items: page.map(({ item }) => item) }
  if (last === undefined || rest.length === page.length) return result
  const position = encodeContinue({ after: last.at, part: 0 }, digest)
  return { ...result, continue: position, remaining: rest.length - page.length }
}

/** Returns the pagination fields of a list response. */
export function pageFields(page: Page<unknown>): { continue?: string; remaining?: number } {
  return {
    ...(page.continue === undefined ? {} : { continue: page.continue }),
    ...(page.remaining === undefined ? {} : { remaining: page.remaining }),
  }
}
