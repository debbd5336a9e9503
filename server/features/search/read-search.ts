import { inNamespace } from '../../cluster/client/api-call.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Clock } from '../../core/clock.ts'
import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import { paginateOrdered } from '../../kinds/shared/paginate.ts'
import { readSectionsInTime, type Section } from '../../kinds/shared/read-sections.ts'
import {
  DEFAULT_LIMIT,
  type SearchEntry,
  type SearchQuery,
  type SearchResult,
  type SearchResults,
} from './schema.ts'
import { findText, RANKS, textAt } from './search-text.ts'
import { searchViews } from './search-views.ts'

/** Objects that are searched between two looks at the clock. */
const UNCHECKED = 64

interface Reading {
  readonly cluster: Cluster
  readonly scheduler: Scheduler
  readonly time: Clock
  /** Fires when nobody waits for the result any more. */
  readonly signal: AbortSignal
  /** Whether the rights of the caller count, not only those of the service. */
  readonly isCallerAuthorized: boolean
}

/** An object in which the text was found. */
interface Match {
  readonly kind: string
  readonly entry: SearchEntry
  /** Index of the mark before the text in which it was found. */
  readonly mark: number
  readonly rank: number
  /** Position of the kind among those that are searched. */
  readonly place: number
}

/** Objects of one kind. */
interface SearchedObjects {
  readonly kind: string
  readonly entries: readonly SearchEntry[]
}

/** Finds objects by a text. Rejects as `readSections` does, or with the reason of the signal. */
export async function readSearch(
  { cluster, scheduler, time, signal, isCallerAuthorized }: Reading,
  { q, namespace, kinds, limit = DEFAULT_LIMIT, continue: token }: SearchQuery,
): Promise<SearchResults> {
  const views = searchViews.filter(({ path }) => kinds?.includes(path) ?? true)
  const sections: Record<string, Section<readonly SearchEntry[]>> = Object.fromEntries(
    views.map(({ kind, path, view }) => [
      path,
      { kind, read: () => cluster.list(kind, kind.namespaced ? inNamespace(namespace) : {}, view) },
    ]),
  )
  const { values, unavailable, syncing } = await readSectionsInTime(time, sections, {
    namespace,
    isCallerAuthorized,
  })
  const text = q.trim().toLowerCase()
  const found = await matchesOf(
    views.map(({ kind: { kind }, path }) => ({ kind, entries: values[path] ?? [] })),
    text,
    { scheduler, signal },
  )
  const selects = ['search', text, namespace ?? '', ...views.map(({ path }) => path)]
  const page = paginateOrdered(found, keyOf, selects, {
    limit,
    ...(token === undefined ? {} : { continue: token }),
  })
  return {
    results: page.items.map(resultOf),
    total: found.length,
    unavailable,
    ...(syncing.length === 0 ? {} : { syncing }),
    ...(page.continue === undefined ? {} : { continue: page.continue }),
  }
}

/** Returns the matches in the order of the results: by rank, then in the order of the kinds and of their objects. */
async function matchesOf(
  objects: readonly SearchedObjects[],
  text: string,
  { scheduler, signal }: Pick<Reading, 'scheduler' | 'signal'>,
): Promise<readonly Match[]> {
  const byRank: Match[][] = Array.from({ length: RANKS }, () => [])
  const slices = new TimeSlice(scheduler)
  let searched = 0
  for (const [place, { kind, entries }] of objects.entries())
    for (const entry of entries) {
      const found = findText(entry.lowerText, text)
      if (found !== undefined) byRank[found.rank]?.push({ kind, entry, place, ...found })
      if (++searched % UNCHECKED === 0 && slices.expired) await slices.yield(signal)
    }
  return byRank.flat()
}

/** Returns the position of a match among the results, in bytewise order. */
function keyOf({ rank, place, entry: { name, namespace = '' } }: Match): string {
  return `${rank} ${String(place).padStart(3, '0')} ${namespace}/${name}`
}

function resultOf({ kind, entry: { name, namespace, status, text }, mark }: Match): SearchResult {
  return {
    kind,
    name,
    ...inNamespace(namespace),
    match: textAt(text, mark),
    ...(status === undefined ? {} : { status }),
  }
}
