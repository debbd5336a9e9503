import type { Entry } from './entry.ts'

/** The objects of one namespace, in the order of their names. */
export class Shard<T> {
  readonly #entries = new Map<string, Entry<T>>()
  /** Made when it is first asked for, and kept in order from then on. */
  #ordered: Entry<T>[] | undefined
  #changed = 0

  /** The store's count at the last change here; counts are never given twice, so what was made of a shard is known by it. */
  get changed(): number {
    return this.#changed
  }

  get(name: string): Entry<T> | undefined {
    return this.#entries.get(name)
  }

  set(entry: Entry<T>, changed: number): void {
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

  /** All there is now; changed with it, so whoever keeps it takes a copy. */
  ordered(): readonly Entry<T>[] {
    this.#ordered ??= [...this.#entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    return this.#ordered
  }
}

/** Where a name stands, or would stand. */
function placeOf(ordered: readonly Entry<unknown>[], name: string): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((ordered[middle]?.name ?? '') < name) from = middle + 1
    else to = middle
  }
  return from
}
