import { compareVersions, isResourceVersion } from '../../core/formats/resource-version.ts'
import type { Kind } from '../kind.ts'
import { pause, type Clock } from '../../core/clock.ts'
import { uidOf } from '../cache/cached-object.ts'
import type { Store } from '../cache/store.ts'

/** Longest time a read waits for a cache to include a write; after that it goes to the API server. */
const WAIT_MS = 250
/** Time for which deletions and versions that are not comparable are remembered; a watch delivers a write much sooner. */
const REMEMBERED_MS = 10 * 60_000
/** Number of deletions remembered per kind; the oldest is forgotten first. */
const MAX_DELETIONS = 1000

interface WriteRecord {
  count: number
  version: string | undefined
  /** Time of the last write whose version is not comparable: no cache can tell when it has received that write. */
  unorderedAt: number
  /**
   * Objects that a delete removed immediately, by uid. The response has no resourceVersion that tells when a cache has
   * received the removal.
   */
  deletions: Map<string, { namespace: string; name: string; deletedAt: number }>
}

/**
 * Tracks this process's writes to a cluster for read-your-writes: a later read through this process never
 * returns an older state. The API server returns the resourceVersion of a write, and versions of one resource
 * type are comparable (KEP-5504).
 */
export class WriteTracker {
  readonly #time: Clock
  readonly #records = new Map<string, WriteRecord>()

  constructor(time: Clock) {
    this.#time = time
  }

  /** Returns the number of writes to a kind. */
  count(kind: Kind<unknown>): number {
    return this.#records.get(keyOf(kind))?.count ?? 0
  }

  /** Records the resourceVersion of a changed object. */
  changed(kind: Kind<unknown>, version: string | undefined): void {
    const record = this.#recordOf(kind)
    record.count++
    if (version === undefined) return
    if (!isResourceVersion(version)) {
      record.unorderedAt = this.#time.now()
      return
    }
    if (record.version === undefined || compareVersions(version, record.version) > 0) record.version = version
  }

  /** Records an object that was removed. */
  deleted(kind: Kind<unknown>, ref: { namespace: string; name: string; uid: string }): void {
    const record = this.#recordOf(kind)
    record.count++
    const [oldest] = record.deletions.keys()
    if (oldest !== undefined && record.deletions.size >= MAX_DELETIONS) record.deletions.delete(oldest)
    record.deletions.set(ref.uid, { namespace: ref.namespace, name: ref.name, deletedAt: this.#time.now() })
  }

  /**
   * Waits until a store includes every write to its kind, and `minimum` (a version of the kind) if present;
   * resolves to false after a time-out.
   */
  async waitUntilVisible<T>(
    store: Store<T>,
    minimum: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (this.isVisible(store, minimum)) return true
    if (this.#isUnordered(this.#records.get(keyOf(store.kind)), minimum)) return false
    const end = this.#time.now() + WAIT_MS
    for (let left = WAIT_MS; left > 0 && !signal.aborted; left = end - this.#time.now()) {
      await Promise.race([store.nextChange(), pause(this.#time, left, signal)])
      if (this.isVisible(store, minimum)) return true
    }
    return false
  }

  /** Whether a store includes every write to its kind, and `minimum` if present. */
  isVisible<T>(store: Store<T>, minimum: string | undefined): boolean {
    const { version } = store
    const record = this.#records.get(keyOf(store.kind))
    if (version === undefined || this.#isUnordered(record, minimum)) return false
    if (minimum !== undefined && compareVersions(version, minimum) < 0) return false
    if (record === undefined) return true
    if (record.version !== undefined && compareVersions(version, record.version) < 0) return false
    for (const [uid, { namespace, name, deletedAt }] of record.deletions) {
      const entry = store.get(namespace, name)
      if (entry !== undefined && uidOf(entry) === uid) return false
      if (this.#time.now() - deletedAt > REMEMBERED_MS) record.deletions.delete(uid)
    }
    return true
  }

  /** Whether the version that a read has to reach cannot be compared; the read then goes to the API server. */
  #isUnordered(record: WriteRecord | undefined, minimum: string | undefined): boolean {
    if (minimum !== undefined && !isResourceVersion(minimum)) return true
    return record !== undefined && this.#time.now() - record.unorderedAt <= REMEMBERED_MS
  }

  #recordOf(kind: Kind<unknown>): WriteRecord {
    const key = keyOf(kind)
    const existing = this.#records.get(key)
    if (existing !== undefined) return existing
    const record = {
      count: 0,
      version: undefined,
      unorderedAt: -Infinity,
      deletions: new Map<string, never>(),
    }
    this.#records.set(key, record)
    return record
  }
}

function keyOf({ plural, apiGroup }: Kind<unknown>): string {
  return `${plural}.${apiGroup}`
}

/** The fields of a write's response that describe the result: the object, or a Status if it was removed. */
export interface WrittenObject {
  kind?: string
  metadata?: {
    uid?: string
    resourceVersion?: string
    deletionGracePeriodSeconds?: number | null
    finalizers?: readonly string[] | null
  }
}

/** Returns the object in a write's response; an empty one if the response only confirms the removal. */
export function writtenObject(body: unknown): WrittenObject {
  const object = (typeof body === 'object' && body !== null ? body : {}) as WrittenObject
  return object.kind === 'Status' ? {} : object
}
