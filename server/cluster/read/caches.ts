import type { FairQueue } from '../../core/fair-queue.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import type { CacheSelectorOptions } from '../cache/cache-selector.ts'
import type { TimedLists } from '../cache/timed-lists.ts'
import type { ZstdCodec } from '../cache/zstd-codec.ts'
import type { DeduplicatedReads } from './deduplicated-reads.ts'
import type { ItemRenderer, RenderedList } from './item-renderer.ts'
import type { SerializedListCache } from './list-cache.ts'
import type { ViewMemo } from './memoized-view.ts'
import type { PaginationSnapshots } from './pagination/snapshots.ts'

/** Caches and helpers shared by all requests to one context. */
export interface Caches extends CacheSelectorOptions {
  pages: SerializedListCache<RenderedList>
  snapshots: PaginationSnapshots
  renderer: ItemRenderer
  /** Builds of large lists, which are shared by the caches of all contexts. */
  builds: FairQueue
  timedLists: TimedLists
  memo: ViewMemo
  scheduler: Scheduler
  zstandard: ZstdCodec
  /** Creates direct reads that last until the signal fires and are not shared with other callers. */
  reads: (signal: AbortSignal) => DeduplicatedReads
}
