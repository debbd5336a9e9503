import type { CachedObject } from './cached-object.ts'
import { ObjectIndex } from './object-index.ts'
import type { Selector } from './compiled-selector.ts'

/** One change of a store. `before` and `after` are both present for a new version of an object. */
export interface Change<T> {
  before: CachedObject<T> | undefined
  after: CachedObject<T> | undefined
}

/** The objects of one kind with their indexes, ordered like the API server: bytewise by `namespace/name`. */
export class ObjectSet<T> {
  readonly #shards = new Map<string, NamespaceBucket<T>>()
  readonly #byField = new ObjectIndex<T>((entry) => entry.field(0))
  readonly #byController = new ObjectIndex<T>((entry) => entry.controller)
  #order: readonly NamespaceBucket<T>[] | undefined
  #changes: number
  #size = 0

  /** `changes` is the initial count: a state that replaces another continues its count. */
  constructor(changes: number) {
    this.#changes = changes
  }

  get size(): number {
    return this.#size
  }

  /**
   * Returns the change count at the last change of a namespace, or of all. Anything computed from the objects
   * is valid while it stays the same.
   */
  changes(namespace?: string): number {
    return namespace === undefined ? this.#changes : (this.#shards.get(namespace)?.changed ?? 0)
  }

  /** Returns the number of objects in a namespace, or of all. */
  sizeOf(namespace: string | undefined): number {
    return namespace === undefined ? this.#size : (this.#shards.get(namespace)?.size ?? 0)
  }

  get(namespace: string, name: string): CachedObject<T> | undefined {
    return this.#shards.get(namespace)?.get(name)
  }

  /** Returns a copy of all objects, in order. */
  ordered(): CachedObject<T>[] {
    this.#order ??= [...this.#shards.entries()]
      .sort(([a], [b]) => (`${a}/` < `${b}/` ? -1 : 1))
      .map(([, shard]) => shard)
    return this.#order.flatMap((shard) => shard.ordered())
  }

  /** Returns the selected objects in order, in a copy that later changes do not affect. */
  select(namespace: string | undefined, selector: Selector<T>): CachedObject<T>[] {
    return this.#candidates(namespace, selector).filter((entry) => selector.selects(entry))
  }

  /** Returns a fingerprint of the selected objects; while it stays the same, so does the selection. */
  fingerprint(namespace: string | undefined, selector: Selector<T>): string {
    if (selector.controlledBy !== undefined) return this.#byController.fingerprint(selector.controlledBy)
    if (selector.indexed !== undefined) return this.#byField.fingerprint([selector.indexed])
    return String(this.changes(namespace))
  }

  put(change: Change<T>): void {
    const { before, after } = change
    const namespace = (after ?? before)?.namespace ?? ''
    let shard = this.#shards.get(namespace)
    if (shard === undefined) {
      shard = new NamespaceBucket<T>()
      this.#shards.set(namespace, shard)
      this.#order = undefined
    }
    this.#changes++
    if (after !== undefined) {
      after.sequence = this.#changes
      shard.set(after, this.#changes)
    } else if (before !== undefined) shard.delete(before.name, this.#changes)
    this.#size += Number(after !== undefined) - Number(before !== undefined)
    for (const index of [this.#byField, this.#byController]) index.move(change)
    before?.release()
  }

  #candidates(namespace: string | undefined, selector: Selector<T>): readonly CachedObject<T>[] {
    const found =
      selector.controlledBy !== undefined
        ? this.#byController.find(selector.controlledBy)
        : selector.indexed === undefined
          ? undefined
          : this.#byField.find([selector.indexed])
    if (found === undefined)
      return namespace === undefined ? this.ordered() : (this.#shards.get(namespace)?.ordered() ?? [])
    return found.filter((entry) => namespace === undefined || entry.namespace === namespace).sort(inOrder)
  }
}

function inOrder<T>(a: CachedObject<T>, b: CachedObject<T>): number {
  return `${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1
}

/** The objects of one namespace, in the order of their names. */
class NamespaceBucket<T> {
  readonly #entries = new Map<string, CachedObject<T>>()
  /** Created on first use, and kept sorted from then on. */
  #ordered: CachedObject<T>[] | undefined
  #changed = 0

  /**
   * The store's change count at the last change here. Counts are never reused, so they identify the state of
   * this namespace.
   */
  get changed(): number {
    return this.#changed
  }

  get size(): number {
    return this.#entries.size
  }

  get(name: string): CachedObject<T> | undefined {
    return this.#entries.get(name)
  }

  set(entry: CachedObject<T>, changed: number): void {
    this.#entries.set(entry.name, entry)
    this.#changed = changed
    if (this.#ordered === undefined) return
    const position = placeOf(this.#ordered, entry.name)
    this.#ordered.splice(position, Number(this.#ordered[position]?.name === entry.name), entry)
  }

  delete(name: string, changed: number): void {
    this.#changed = changed
    if (this.#entries.delete(name)) this.#ordered?.splice(placeOf(this.#ordered, name), 1)
  }

  /** Returns all objects in order; the array changes with the store, so keep a copy. */
  ordered(): readonly CachedObject<T>[] {
    this.#ordered ??= [...this.#entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    return this.#ordered
  }
}

/** Returns the index of a name, or the index to insert it at. */
function placeOf(ordered: readonly CachedObject<unknown>[], name: string): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((ordered[middle]?.name ?? '') < name) from = middle + 1
    else to = middle
  }
  return from
}
