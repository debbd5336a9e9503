import { ContinueExpiredError } from '../../../core/errors.ts'
import type { SnapshotToken } from './continue-token.ts'
import { SingleFlight } from '../../../core/single-flight.ts'
import type { Clock } from '../../../core/clock.ts'
import type { CachedObject } from '../../cache/cached-object.ts'

const KEPT_MS = 5 * 60_000
/** Number of snapshots taken here; they share their objects with the watch cache. */
const MAX_TAKEN = 64
/** Number of snapshots listed again; each has objects of its own. */
const MAX_MADE_AGAIN = 4

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

/** Pagination snapshots: callers page through the list as of their first page, for five minutes. */
export class PaginationSnapshots {
  readonly #saved: BoundedSnapshots
  readonly #rebuilt: BoundedSnapshots
  readonly #flights = new SingleFlight()
  #before: Promise<unknown> = Promise.resolve()

  constructor(time: Clock) {
    this.#saved = new BoundedSnapshots(time, MAX_TAKEN)
    this.#rebuilt = new BoundedSnapshots(time, MAX_MADE_AGAIN)
  }

  /** Saves a list whose first page is about to be sent. */
  save<T>(list: SnapshotKey, entries: readonly CachedObject<T>[]): void {
    this.#saved.put(idOf(list), entries)
  }

  /** Returns a saved list; undefined if it has to be listed again. */
  get<T>(list: SnapshotKey): readonly CachedObject<T>[] | undefined {
    const id = idOf(list)
    // The key includes the kind, so the type matches.
    return (this.#saved.get(id) ?? this.#rebuilt.get(id)) as readonly CachedObject<T>[] | undefined
  }

  /** Lists an evicted snapshot again, and saves it: single-flight per list, one list at a time. */
  async rebuild<T>(
    list: SnapshotKey,
    signal: AbortSignal,
    make: (signal: AbortSignal) => Promise<readonly CachedObject<T>[]>,
  ): Promise<readonly CachedObject<T>[]> {
    const id = idOf(list)
    return this.#flights.run(id, signal, async (runSignal) => {
      const { promise: after, resolve } = Promise.withResolvers<undefined>()
      const before = this.#before
      this.#before = after
      try {
        await before
        runSignal.throwIfAborted()
        const entries = await make(runSignal)
        this.#rebuilt.put(id, entries)
        return entries
      } finally {
        resolve(undefined)
      }
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

/** A bounded set of lists, each kept for five minutes after its last use. */
class BoundedSnapshots {
  readonly #time: Clock
  readonly #most: number
  readonly #lists = new Map<string, { entries: readonly CachedObject<unknown>[]; usedAt: number }>()

  constructor(time: Clock, most: number) {
    this.#time = time
    this.#most = most
  }

  put(id: string, entries: readonly CachedObject<unknown>[]): void {
    this.#lists.delete(id)
    const [oldest] = this.#lists.keys()
    if (oldest !== undefined && this.#lists.size >= this.#most) this.#lists.delete(oldest)
    this.#lists.set(id, { entries, usedAt: this.#time.now() })
  }

  get(id: string): readonly CachedObject<unknown>[] | undefined {
    const list = this.#lists.get(id)
    this.#lists.delete(id)
    if (list === undefined || this.#time.now() - list.usedAt > KEPT_MS) return undefined
    this.#lists.set(id, { ...list, usedAt: this.#time.now() })
    return list.entries
  }
}
