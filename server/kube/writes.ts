import { compareVersions } from '../grammar/resource-version.ts'
import type { Kind } from './kinds.ts'
import { pause, type Time } from './time.ts'
import { uidOf } from './watch/entry.ts'
import type { Store } from './watch/store.ts'

/** A reader waits this long for watched state to have seen a write, then the API server is asked. */
const WAIT_MS = 250
/** Watches are long past a write by then, or do not run. */
const KEPT_MS = 10 * 60_000
const MAX_GONE = 1000

interface Written {
  count: number
  version: string | undefined
  /** Deleted at once, by uid: no version tells when that is seen. */
  gone: Map<string, { namespace: string; name: string; at: number }>
}

/**
 * What this process has written to a cluster: a later read through it never shows the state before. The API server
 * answers a write with the version it made, and versions of one type compare (KEP-5504).
 */
export class Writes {
  readonly #time: Time
  readonly #written = new Map<string, Written>()

  constructor(time: Time) {
    this.#time = time
  }

  /** How often a kind was written. */
  count(kind: Kind<unknown>): number {
    return this.#written.get(keyOf(kind))?.count ?? 0
  }

  /** An object was changed, to this version. */
  changed(kind: Kind<unknown>, version: string | undefined): void {
    const written = this.#of(kind)
    written.count++
    if (version === undefined) return
    if (written.version === undefined || compareVersions(version, written.version) > 0)
      written.version = version
  }

  /** An object is no more. */
  deleted(kind: Kind<unknown>, ref: { namespace: string; name: string; uid: string }): void {
    const written = this.#of(kind)
    written.count++
    const [oldest] = written.gone.keys()
    if (oldest !== undefined && written.gone.size >= MAX_GONE) written.gone.delete(oldest)
    written.gone.set(ref.uid, { namespace: ref.namespace, name: ref.name, at: this.#time.now() })
  }

  /**
   * Waits until a store has seen every write to its kind, and `minimum` (a version of its kind) where there is one; false
   * where it has not in time.
   */
  async seenBy<T>(store: Store<T>, minimum: string | undefined, signal: AbortSignal): Promise<boolean> {
    if (this.seen(store, minimum)) return true
    const end = this.#time.now() + WAIT_MS
    for (let left = WAIT_MS; left > 0 && !signal.aborted; left = end - this.#time.now()) {
      await Promise.race([store.moved(), pause(this.#time, left, signal)])
      if (this.seen(store, minimum)) return true
    }
    return false
  }

  /** Whether a store has seen every write to its kind, and `minimum` where there is one. */
  seen<T>(store: Store<T>, minimum: string | undefined): boolean {
    const { version } = store
    if (version === undefined) return false
    if (minimum !== undefined && compareVersions(version, minimum) < 0) return false
    const written = this.#written.get(keyOf(store.kind))
    if (written === undefined) return true
    if (written.version !== undefined && compareVersions(version, written.version) < 0) return false
    for (const [uid, { namespace, name, at }] of written.gone) {
      const entry = store.get(namespace, name)
      if (entry !== undefined && uidOf(entry) === uid) return false
      if (this.#time.now() - at > KEPT_MS) written.gone.delete(uid)
    }
    return true
  }

  #of(kind: Kind<unknown>): Written {
    const key = keyOf(kind)
    const known = this.#written.get(key)
    if (known !== undefined) return known
    const written = { count: 0, version: undefined, gone: new Map<string, never>() }
    this.#written.set(key, written)
    return written
  }
}

function keyOf({ plural, apiGroup }: Kind<unknown>): string {
  return `${plural}.${apiGroup}`
}

/** The parts of a write's answer that say what it made: the object, or a Status where it is gone. */
export interface WrittenObject {
  kind?: string
  metadata?: {
    uid?: string
    resourceVersion?: string
    deletionGracePeriodSeconds?: number | null
    finalizers?: readonly string[] | null
  }
}

/** The object a write answered with; an empty one where it was told only that it is gone. */
export function writtenObject(answer: unknown): WrittenObject {
  const object = (typeof answer === 'object' && answer !== null ? answer : {}) as WrittenObject
  return object.kind === 'Status' ? {} : object
}
