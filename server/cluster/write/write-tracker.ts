import { compareVersions, isResourceVersion } from '../../core/formats/resource-version.ts'
import type { Kind } from '../kind.ts'
import { pause, type Clock } from '../../core/clock.ts'
import { uidOf } from '../cache/cached-object.ts'
import type { Store } from '../cache/store.ts'

/** Longest time a read waits for a cache to include a write; after that it goes to the API server. */
const WAIT_MS = 250
/** A running watch has delivered a write long before. */
const KEPT_MS = 10 * 60_000
const MAX_GONE = 1000

interface WriteRecord {
  count: number
  version: string | undefined
  /** Time of the last write whose version does not compare: no cache can tell when it has received that write. */
  unorderedAt: number
  /** Objects deleted at once, by uid. No resourceVersion tells when a cache has received such a deletion. */
  gone: Map<string, { namespace: string; name: string; deletedAt: number }>
}

/**
 * Tracks this process's writes to a cluster for read-your-writes: a later read through this process never
 * returns an older state. The API server returns the resourceVersion of a write, and versions of one resource
 * type are comparable (KEP-5504).
 */
export class WriteTracker {
  readonly #time: Clock
  readonly #written = new Map<string, WriteRecord>()

  constructor(time: Clock) {
    this.#time = time
  }

  /** Returns the number of writes to a kind. */
  count(kind: Kind<unknown>): number {
    return this.#written.get(keyOf(kind))?.count ?? 0
  }

  /** Records the resourceVersion of a changed object. */
  changed(kind: Kind<unknown>, version: string | undefined): void {
    const written = this.#of(kind)
    written.count++
    if (version === undefined) return
    if (!isResourceVersion(version)) {
      written.unorderedAt = this.#time.now()
      return
    }
    if (written.version === undefined || compareVersions(version, written.version) > 0)
      written.version = version
  }

  /** Records a deleted object. */
  deleted(kind: Kind<unknown>, ref: { namespace: string; name: string; uid: string }): void {
    const written = this.#of(kind)
    written.count++
    const [oldest] = written.gone.keys()
    if (oldest !== undefined && written.gone.size >= MAX_GONE) written.gone.delete(oldest)
    written.gone.set(ref.uid, { namespace: ref.namespace, name: ref.name, deletedAt: this.#time.now() })
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
    if (this.#unordered(store.kind, minimum)) return false
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
    if (version === undefined || this.#unordered(store.kind, minimum)) return false
    if (minimum !== undefined && compareVersions(version, minimum) < 0) return false
    const written = this.#written.get(keyOf(store.kind))
    if (written === undefined) return true
    if (written.version !== undefined && compareVersions(version, written.version) < 0) return false
    for (const [uid, { namespace, name, deletedAt }] of written.gone) {
      const entry = store.get(namespace, name)
      if (entry !== undefined && uidOf(entry) === uid) return false
      if (this.#time.now() - deletedAt > KEPT_MS) written.gone.delete(uid)
    }
    return true
  }

  /** Whether the version that a read has to reach cannot be compared; the read then goes to the API server. */
  #unordered(kind: Kind<unknown>, minimum: string | undefined): boolean {
    if (minimum !== undefined && !isResourceVersion(minimum)) return true
    const unorderedAt = this.#written.get(keyOf(kind))?.unorderedAt ?? -Infinity
    return this.#time.now() - unorderedAt <= KEPT_MS
  }

  #of(kind: Kind<unknown>): WriteRecord {
    const key = keyOf(kind)
    const existing = this.#written.get(key)
    if (existing !== undefined) return existing
    const written = { count: 0, version: undefined, unorderedAt: -Infinity, gone: new Map<string, never>() }
    this.#written.set(key, written)
    return written
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
export function writtenObject(answer: unknown): WrittenObject {
  const object = (typeof answer === 'object' && answer !== null ? answer : {}) as WrittenObject
  return object.kind === 'Status' ? {} : object
}
