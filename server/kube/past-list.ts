import { InspectorError } from '../errors.ts'
import { Slices, type Turns } from '../turns.ts'
import type { Call } from './call.ts'
import type { Selection } from './cluster.ts'
import type { Kind } from './kinds.ts'
import { chunkOf, type RawList } from './live-list.ts'
import type { LiveReads } from './live-reads.ts'
import { expired, type Snapshots } from './snapshots.ts'
import { unreachable } from './unreachable.ts'
import { Projection, type Entry } from './watch/entry.ts'
import { ObjectReader } from './watch/event.ts'
import { Packing } from './watch/packing.ts'
import { Sharing } from './watch/sharing.ts'
import type { Zstandard } from './watch/zstandard.ts'

const PAGE_SIZE = 500

/** What was there of a kind at a moment: in each scope at its version. */
interface Past<T> {
  kind: Kind<T>
  selection: Selection
  scopes: readonly (string | undefined)[]
  versions: readonly string[]
}

/** With what lists are made again. */
interface Making {
  snapshots: Snapshots
  turns: Turns
  zstandard: Zstandard
  /** Reads of whoever waits until the signal fires, joined with no others. */
  reads: (signal: AbortSignal) => LiveReads
}

/**
 * A list that another replica began to tell, or this one has forgotten, and what a filter leaves of it; it is then held as if
 * it had begun here.
 */
export async function madeAgain<T>(
  { snapshots, turns, zstandard, reads }: Making,
  { key, past }: { key: string; past: Past<T> },
  signal: AbortSignal,
  filter: (entries: readonly Entry<T>[]) => Promise<readonly Entry<T>[]>,
): Promise<readonly Entry<T>[]> {
  const { kind, scopes, versions } = past
  // What is granted has changed, and with it what the list is of.
  if (scopes.length !== versions.length) throw expired()
  try {
    return await snapshots.again({ key, versions }, signal, async (wanted) =>
      filter(await listPast(reads(wanted), { turns, zstandard }, past)),
    )
  } catch (error) {
    throw error instanceof InspectorError ? error : unreachable(error, { verb: 'list', kind })
  }
}

/**
 * Asks the API server for all that was selected, in order, as entries like those of a watch. What has no name or is not what
 * its kind says is left out there and here. Throws Expired where the cluster does not know so old a state any more.
 */
async function listPast<T>(
  reads: LiveReads,
  { turns, zstandard }: Pick<Making, 'turns' | 'zstandard'>,
  { kind, selection, scopes, versions }: Past<T>,
): Promise<Entry<T>[]> {
  const reader = new ObjectReader(kind)
  const projection = new Projection<T>({
    sharing: new Sharing(),
    packing: new Packing(zstandard),
    view: undefined,
    quarantined: () => undefined,
  })
  const entryOf = (object: unknown): Entry<T> | undefined => {
    try {
      return projection.entry(reader.item(Buffer.from(JSON.stringify(object))))
    } catch {
      return undefined
    }
  }
  const slices = new Slices(turns)
  const entries: Entry<T>[] = []
  for (const [at, namespace] of scopes.entries())
    for (let after: string | undefined; after !== '';) {
      const query = queryOf(selection, versions[at] ?? '', after)
      const call: Call = { verb: 'list', kind, query, ...(namespace === undefined ? {} : { namespace }) }
      const chunk = chunkOf((await reads.json(call)) as RawList<unknown>, entryOf)
      for (const entry of chunk.items) entries.push(entry)
      after = chunk.next
      if (slices.due) await slices.turn()
    }
  return entries
}

/** The first page names the version; the others belong to it. Source: KEP-2340, resourceVersionMatch. */
function queryOf(
  { labelSelector, fieldSelector }: Selection,
  version: string,
  after: string | undefined,
): URLSearchParams {
  return new URLSearchParams({
    limit: String(PAGE_SIZE),
    ...(after === undefined
      ? { resourceVersion: version, resourceVersionMatch: 'Exact' }
      : { continue: after }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  })
}
