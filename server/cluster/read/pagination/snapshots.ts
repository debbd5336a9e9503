import { ContinueExpiredError } from '../../../core/errors.ts'
import type { SnapshotToken } from './continue-token.ts'
import { FairQueue } from '../../../core/fair-queue.ts'
import type { MemoryAccount, MemoryLedger } from '../../../core/memory-ledger.ts'
import { SingleFlight } from '../../../core/single-flight.ts'
import type { Clock } from '../../../core/clock.ts'
import type { CachedObject } from '../../cache/cached-object.ts'

const KEPT_MS = 5 * 60_000
/**
 * Memory of an object in a snapshot. The watch cache holds it too, until it changes; from then on the snapshot alone
 * does.
 */
const OBJECT_BYTES = 512
/** Number of snapshots taken here; they share their objects with the watch cache. */
const MAX_TAKEN = 64
/** Number of snapshots listed again; each has objects of its own. */
const MAX_MADE_AGAIN = 4
/** A caller lists one snapshot again at a time, and so do two callers: each may hold a whole list in memory. */
const REBUILDS = {
  subject: 'lists at an earlier version',
  running: 2,
  runningPerCaller: 1,
  waitingPerCaller: 8,
  waiting: 64,
} as const

/** Identifies a snapshot: the key of the list and its resourceVersions. */
export interface SnapshotKey {
  key: string
  versions: readonly string[]
}

/** One page of a snapshot; `rest` has the object to continue after, and is undefined on the last page. */
export interface SnapshotPage<T> {
  page: readonly CachedObject<T>[]
  rest: { after: SnapshotToken['after']; remaining: number } | undefined
}

/** The caller of a page, and the signal of its request. */
export interface PageRequest {
  /** Name of the caller, whose snapshots do not displace those of others. */
  caller: string
  signal: AbortSignal
}

/** Pagination snapshots: callers page through the list as of their first page, for five minutes. */
export class PaginationSnapshots {
  readonly #saved: BoundedSnapshots
  readonly #rebuilt: BoundedSnapshots
  readonly #flights = new SingleFlight()
  readonly #rebuilds = new FairQueue(REBUILDS)

  readonly #account: MemoryAccount

  constructor(time: Clock, ledger: MemoryLedger) {
    this.#account = ledger.open('snapshots', () => this.#saved.evict() || this.#rebuilt.evict())
    this.#saved = new BoundedSnapshots(time, this.#account, MAX_TAKEN)
    this.#rebuilt = new BoundedSnapshots(time, this.#account, MAX_MADE_AGAIN)
  }

  /** Gives the memory back: the context is not served any more. */
  close(): void {
    this.#account.close()
  }

  /** Saves a list whose first page is about to be sent. */
  save<T>(list: SnapshotKey, entries: readonly CachedObject<T>[], caller: string): void {
    this.#saved.put(idOf(list), { entries, caller })
  }

  /** Returns a saved list; undefined if it has to be listed again. */
  get<T>(list: SnapshotKey): readonly CachedObject<T>[] | undefined {
    const id = idOf(list)
    // The key includes the kind, so the type matches.
    return (this.#saved.get(id) ?? this.#rebuilt.get(id)) as readonly CachedObject<T>[] | undefined
  }

  /**
   * Lists an evicted snapshot again, and saves it: single-flight per list, and at the caller's turn. A continue token is
   * not signed, so each of its versions may be forged, and cost the cluster a list.
   */
  async rebuild<T>(
    list: SnapshotKey,
    { caller, signal }: PageRequest,
    make: (signal: AbortSignal) => Promise<readonly CachedObject<T>[]>,
  ): Promise<readonly CachedObject<T>[]> {
    const id = idOf(list)
    return this.#rebuilds.run(caller, signal, async () => {
      // Another request may have listed it meanwhile.
      const saved = this.get<T>(list)
      if (saved !== undefined) return saved
      return this.#flights.run(id, signal, async (runSignal) => {
        const entries = await make(runSignal)
        this.#rebuilt.put(id, { entries, caller })
        return entries
      })
    })
  }
}

/** Returns the page after an object, or the first; throws Expired for an object not in the snapshot. */
export function pageAfter<T>(
  entries: readonly CachedObject<T>[],
  after: SnapshotToken['after'] | undefined,
  limit: number,
): SnapshotPage<T> {
  const start = after === undefined ? 0 : entries.findIndex((entry) => isAt(entry, after)) + 1
  if (after !== undefined && start === 0) throw expired()
  const page = entries.slice(start, start + limit)
  const last = page.at(-1)
  const remaining = entries.length - start - page.length
  if (last === undefined || remaining === 0) return { page, rest: undefined }
  return { page, rest: { after: { namespace: last.namespace, name: last.name }, remaining } }
}

/** Returns the error for a list that cannot be continued. */
export function expired(): ContinueExpiredError {
  return new ContinueExpiredError('the continue token has expired: start again without continue')
}

function isAt({ name, namespace }: CachedObject<unknown>, position: SnapshotToken['after']): boolean {
  return name === position.name && namespace === position.namespace
}

function idOf({ key, versions }: SnapshotKey): string {
  return JSON.stringify([key, versions])
}

interface SavedList {
  readonly entries: readonly CachedObject<unknown>[]
  /** Name of the caller whose request saved the list. */
  readonly caller: string
}

/**
 * A bounded set of lists, each kept for five minutes after its last use. When it is full, the caller with the most lists
 * loses its least recently used one.
 */
class BoundedSnapshots {
  readonly #time: Clock
  readonly #account: MemoryAccount
  readonly #most: number
  readonly #lists = new Map<string, SavedList & { usedAt: number }>()

  constructor(time: Clock, account: MemoryAccount, most: number) {
    this.#time = time
    this.#account = account
    this.#most = most
  }

  put(id: string, list: SavedList): void {
    this.#drop(id)
    this.#lists.set(id, { ...list, usedAt: this.#time.now() })
    this.#account.add(list.entries.length * OBJECT_BYTES)
    this.#sweep()
    if (this.#lists.size > this.#most) this.evict()
  }

  get(id: string): readonly CachedObject<unknown>[] | undefined {
    this.#sweep()
    const list = this.#lists.get(id)
    if (list === undefined) return undefined
    // Moves it to the end: the least recently used lists come first.
    this.#lists.delete(id)
    this.#lists.set(id, { ...list, usedAt: this.#time.now() })
    return list.entries
  }

  /** Drops what has expired; the least recently used lists come first. */
  #sweep(): void {
    for (const [id, list] of this.#lists) {
      if (!this.#isExpired(list)) return
      this.#drop(id)
    }
  }

  #isExpired({ usedAt }: { usedAt: number }): boolean {
    return this.#time.now() - usedAt > KEPT_MS
  }

  /** Drops the least recently used list of the caller with the most; false: there is none. */
  evict(): boolean {
    const byCaller = new Map<string, string[]>()
    for (const [id, { caller }] of this.#lists) byCaller.set(caller, [...(byCaller.get(caller) ?? []), id])
    const [most] = [...byCaller.values()].sort((one, other) => other.length - one.length)
    const [oldest] = most ?? []
    if (oldest !== undefined) this.#drop(oldest)
    return oldest !== undefined
  }

  #drop(id: string): void {
    const { entries = [] } = this.#lists.get(id) ?? {}
    this.#account.remove(entries.length * OBJECT_BYTES)
    this.#lists.delete(id)
  }
}
