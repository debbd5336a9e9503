import type { CachedObject } from './cached-object.ts'

/** The objects of one namespace, in the order of their names. */
export class NamespaceBucket<T> {
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

  get(name: string): CachedObject<T> | undefined {
    return this.#entries.get(name)
  }

  set(entry: CachedObject<T>, changed: number): void {
    this.#entries.set(entry.name, entry)
    this.#changed = changed
    if (this.#ordered === undefined) return
    const at = placeOf(this.#ordered, entry.name)
    this.#ordered.splice(at, Number(this.#ordered[at]?.name === entry.name), entry)
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
