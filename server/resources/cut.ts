import { decodeContinue, encodeContinue, listDigest } from '../kube/continue.ts'

/** A part of a list. `continue` and `remaining` are there only where `limit` was given and there is more. */
export interface Page<V> {
  items: V[]
  continue?: string
  remaining?: number
}

/** What a caller asked to see of a list that is read whole: a part of it, from a position on. */
export interface Cut {
  limit?: number
  continue?: string
}

/**
 * Cuts a list that was read whole, ordered by `key` (unique, compared bytewise). The position is the last key shown, so a
 * page goes on after it even where items came or went meanwhile. `selects` is what tells this list from others.
 */
export function cutAfter<V>(
  items: readonly V[],
  key: (item: V) => string,
  selects: readonly string[],
  cut: Cut,
): Page<V> {
  const ordered = items.map((item) => ({ item, at: key(item) })).sort((a, b) => (a.at < b.at ? -1 : 1))
  if (cut.limit === undefined) return { items: ordered.map(({ item }) => item) }
  const digest = listDigest(JSON.stringify(selects))
  const after = cut.continue === undefined ? undefined : decodeContinue(cut.continue, digest).after
  const rest = after === undefined ? ordered : ordered.filter(({ at }) => at > after)
  const page = rest.slice(0, cut.limit)
  const last = page.at(-1)
  const shown = { items: page.map(({ item }) => item) }
  if (last === undefined || rest.length === page.length) return shown
  const position = encodeContinue({ after: last.at, part: 0 }, digest)
  return { ...shown, continue: position, remaining: rest.length - page.length }
}

/** The envelope's fields beside its array. */
export function pageOf(page: Page<unknown>): { continue?: string; remaining?: number } {
  return {
    ...(page.continue === undefined ? {} : { continue: page.continue }),
    ...(page.remaining === undefined ? {} : { remaining: page.remaining }),
  }
}
