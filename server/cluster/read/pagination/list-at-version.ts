import { TimeSlice, type Scheduler } from '../../../core/scheduler.ts'
import { inNamespace, type ApiCall } from '../../client/api-call.ts'
import { listPages } from '../../client/list-pages.ts'
import type { Selection } from '../cluster.ts'
import type { Kind } from '../../kind.ts'
import { chunkOf, type RawList } from '../direct-list.ts'
import type { DeduplicatedReads } from '../deduplicated-reads.ts'
import { expired, type PageRequest, type PaginationSnapshots } from './snapshots.ts'
import { failureOf } from '../../client/transport-error.ts'
import { CachedObjectFactory, type CachedObject } from '../../cache/cached-object.ts'
import { WatchEventDecoder } from '../../cache/watch-event-decoder.ts'
import { BlockStore } from '../../cache/block-store.ts'
import { Interner } from '../../cache/interner.ts'
import type { ZstdCodec } from '../../cache/zstd-codec.ts'

const PAGE_SIZE = 500

/** A list of a kind as of a resourceVersion in each scope. */
interface ListAtVersion<T> {
  kind: Kind<T>
  selection: Selection
  scopes: readonly (string | undefined)[]
  versions: readonly string[]
}

/** Dependencies of a list at a version. */
interface Rebuild {
  snapshots: PaginationSnapshots
  scheduler: Scheduler
  zstandard: ZstdCodec
  /** Creates direct reads that last until the signal fires and are not shared with other callers. */
  reads: (signal: AbortSignal) => DeduplicatedReads
}

/**
 * Returns a list at its versions, filtered, that another replica began or this one has evicted. It is then
 * kept like a snapshot taken here.
 */
export async function rebuildSnapshot<T>(
  { snapshots, scheduler, zstandard, reads }: Rebuild,
  { key, past }: { key: string; past: ListAtVersion<T> },
  request: PageRequest,
  filter: (entries: readonly CachedObject<T>[]) => Promise<readonly CachedObject<T>[]>,
): Promise<readonly CachedObject<T>[]> {
  const { kind, scopes, versions } = past
  // The granted namespaces changed, and with them the scope of the list.
  if (scopes.length !== versions.length) throw expired()
  try {
    return await snapshots.rebuild({ key, versions }, request, async (readSignal) =>
      filter(await listAtVersion(reads(readSignal), { scheduler, zstandard }, past)),
    )
  } catch (error) {
    throw failureOf(error, { verb: 'list', kind })
  }
}

/**
 * Lists all selected objects from the API server, in order, as cached objects. Objects without a name or not
 * of their kind's schema are left out, like in a watch cache. Throws ContinueExpiredError if the cluster no longer has
 * this version.
 */
async function listAtVersion<T>(
  reads: DeduplicatedReads,
  { scheduler, zstandard }: Pick<Rebuild, 'scheduler' | 'zstandard'>,
  { kind, selection, scopes, versions }: ListAtVersion<T>,
): Promise<CachedObject<T>[]> {
  const reader = new WatchEventDecoder(kind)
  const projection = new CachedObjectFactory<T>({
    sharing: new Interner(),
    packing: new BlockStore(zstandard),
    view: undefined,
    quarantined: () => undefined,
  })
  const entryOf = (object: unknown): CachedObject<T> | undefined => {
    try {
      return projection.create(reader.item(Buffer.from(JSON.stringify(object))))
    } catch {
      return undefined
    }
  }
  const slices = new TimeSlice(scheduler)
  const entries: CachedObject<T>[] = []
  for (const [at, namespace] of scopes.entries()) {
    const chunks = listPages(async (after) => {
      const query = queryOf(selection, versions[at] ?? '', after)
      const call: ApiCall = { verb: 'list', kind, query, ...inNamespace(namespace) }
      const list = (await reads.json(call)) as RawList<unknown>
      return chunkOf(list, { kind: kind.kind, view: entryOf, quarantined: () => undefined })
    })
    for await (const chunk of chunks) {
      for (const entry of chunk.items) entries.push(entry)
      if (slices.expired) await slices.yield()
    }
  }
  return entries
}

/** Only the first page names the version. Source: KEP-2340, resourceVersionMatch. */
function queryOf(
  { labelSelector, fieldSelector }: Selection,
  version: string,
  after: string,
): URLSearchParams {
  return new URLSearchParams({
    limit: String(PAGE_SIZE),
    ...(after === '' ? { resourceVersion: version, resourceVersionMatch: 'Exact' } : { continue: after }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  })
}
