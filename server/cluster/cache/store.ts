import { background } from '../../core/background.ts'
import { compareVersions, isResourceVersion } from '../../core/formats/resource-version.ts'
import type { Kind } from '../kind.ts'
import type { CachedObject } from './cached-object.ts'
import type { Selector } from './compiled-selector.ts'
import { ObjectSet, type Change } from './object-set.ts'

/**
 * A set of changes that a store applied atomically. `listed`: the changes are the difference a whole list
 * made, at the list's version. The first list reports no changes, since every object is new. Without a
 * version the store was cleared, which reports no changes either.
 */
export interface StoreUpdate<T> {
  version: string | undefined
  changes: readonly Change<T>[]
  listed: boolean
}

/**
 * The cached objects of one kind and scope. Versions only move forward: an event or list older than the store
 * is ignored.
 */
export class Store<T> {
  readonly kind: Kind<T>
  #state = new ObjectSet<T>(0)
  #version: string | undefined
  #moving: PromiseWithResolvers<void> | undefined
  readonly #observers = new Set<(update: StoreUpdate<T>) => void>()
  #pendingChanges: Change<T>[] = []

  constructor(kind: Kind<T>) {
    this.kind = kind
  }

  /** The resourceVersion the store has reached; undefined before the first list and after clear(). */
  get version(): string | undefined {
    return this.#version
  }

  get size(): number {
    return this.#state.size
  }

  /** Whether any observer is registered. */
  get observed(): boolean {
    return this.#observers.size > 0
  }

  /** Calls the observer synchronously on every update, until the returned function is called. */
  observe(observer: (update: StoreUpdate<T>) => void): () => void {
    this.#observers.add(observer)
    return () => this.#observers.delete(observer)
  }

  /**
   * Returns the change count at the last change of a namespace, or of all. Anything computed from the objects
   * is valid while it stays the same.
   */
  changes(namespace?: string): number {
    return this.#state.changes(namespace)
  }

  get(namespace: string, name: string): CachedObject<T> | undefined {
    return this.#state.get(namespace, name)
  }

  /** Returns the selected objects in order, in a copy that later changes do not affect. */
  select(namespace: string | undefined, selector: Selector<T>): CachedObject<T>[] {
    return this.#state.select(namespace, selector)
  }

  /** Returns the number of objects in a namespace, or of all. */
  sizeOf(namespace: string | undefined): number {
    return this.#state.sizeOf(namespace)
  }

  /** Returns a fingerprint of the selected objects; while it stays the same, so does the selection. */
  fingerprint(namespace: string | undefined, selector: Selector<T>): string {
    return this.#state.fingerprint(namespace, selector)
  }

  /**
   * Applies a new version of an object, or its deletion. Returns false, and changes nothing, if that is older
   * than the store.
   */
  apply(entry: CachedObject<T>, deleted: boolean): boolean {
    const isOlder = this.#version !== undefined && compareVersions(entry.version, this.#version) <= 0
    const before = this.get(entry.namespace, entry.name)
    const change = changeBy(entry, { before, deleted, isOlder })
    if (isOlder) return false
    if (change !== undefined) this.#put(change)
    this.#moveTo(entry.version)
    return true
  }

  /** Advances the version without a change, after a bookmark. */
  advance(version: string): void {
    if (this.#version !== undefined && compareVersions(version, this.#version) > 0) this.#moveTo(version)
  }

  /** Resolves at the next change of the version. */
  async nextChange(): Promise<void> {
    this.#moving ??= Promise.withResolvers<void>()
    await this.#moving.promise
  }

  /** Returns a list to collect until it is complete, for `replace`; readers never see a partial list. */
  list(): ListBuilder<T> {
    return new ListBuilder<T>(this.#state.changes())
  }

  /**
   * Replaces all objects by a complete list, atomically; objects that are not in it are removed. Returns
   * false, and keeps the objects, if the list is older than the store.
   */
  replace({ state }: ListBuilder<T>, version: string): boolean {
    if (this.#version !== undefined && compareVersions(version, this.#version) < 0) return false
    if (this.#version === undefined) this.#state = state
    else {
      for (const change of differences(this.#state, state)) this.#put(change)
      for (const entry of state.ordered())
        if (this.get(entry.namespace, entry.name) !== entry) entry.release()
    }
    this.#moveTo(version, true)
    return true
  }

  /** Drops all objects and the version. */
  clear(): void {
    this.#state = new ObjectSet<T>(this.#state.changes() + 1)
    this.#pendingChanges = []
    this.#moveTo(undefined)
  }

  #put(change: Change<T>): void {
    this.#state.put(change)
    if (this.observed) this.#pendingChanges.push(change)
  }

  #moveTo(version: string | undefined, listed = false): void {
    this.#version = version
    const changes = this.#pendingChanges
    if (changes.length > 0) this.#pendingChanges = []
    for (const observer of this.#observers)
      background('following a store', () => observer({ version, changes, listed }))
    this.#moving?.resolve()
    this.#moving = undefined
  }
}

/** The objects of a list, or of the initial events of a watch, received so far. */
export class ListBuilder<T> {
  readonly state: ObjectSet<T>

  constructor(changes: number) {
    this.state = new ObjectSet<T>(changes)
  }

  /** Stores a state of an object, or deletes it. A state older than the stored one is dropped, if the versions compare. */
  apply(entry: CachedObject<T>, deleted: boolean): void {
    const before = this.state.get(entry.namespace, entry.name)
    const isOlder = before !== undefined && precedes(entry.version, before.version)
    const change = changeBy(entry, { before, deleted, isOlder })
    if (change !== undefined) this.state.put(change)
  }
}

interface Taking<T> {
  before: CachedObject<T> | undefined
  deleted: boolean
  isOlder: boolean
}

/** Returns the change an object makes, if any, and releases an object that will not be cached. */
function changeBy<T>(entry: CachedObject<T>, { before, deleted, isOlder }: Taking<T>): Change<T> | undefined {
  if (deleted || isOlder) entry.release()
  if (isOlder || (deleted && before === undefined)) return undefined
  return { before, after: deleted ? undefined : entry }
}

/** Returns the changes that turn one state into another, all computed before the first is applied. */
function differences<T>(current: ObjectSet<T>, next: ObjectSet<T>): Change<T>[] {
  const changes: Change<T>[] = []
  for (const before of current.ordered())
    if (next.get(before.namespace, before.name) === undefined) changes.push({ before, after: undefined })
  for (const after of next.ordered()) {
    const before = current.get(after.namespace, after.name)
    if (before === undefined || !isSame(before, after)) changes.push({ before, after })
  }
  return changes
}

/**
 * Whether two states of an object are the same. One version has one state, but a proxy or a damaged response may have shown
 * another, which a new list corrects. Two states without a version may differ.
 */
function isSame<T>(before: CachedObject<T>, after: CachedObject<T>): boolean {
  return before.version === after.version && after.version !== '' && before.checksum === after.checksum
}

function precedes(version: string, other: string): boolean {
  return isResourceVersion(version) && isResourceVersion(other) && compareVersions(version, other) < 0
}
