import type { Entry } from './entry.ts'

/** Finds the entries that have the same key, without looking at the others. */
export class EntryIndex<T> {
  readonly #keyOf: (entry: Entry<T>) => string | undefined
  readonly #sets = new Map<string, Set<Entry<T>>>()

  constructor(keyOf: (entry: Entry<T>) => string | undefined) {
    this.#keyOf = keyOf
  }

  find(keys: readonly string[]): Entry<T>[] {
    return keys.flatMap((key) => [...(this.#sets.get(key) ?? [])])
  }

  move({ before, after }: { before: Entry<T> | undefined; after: Entry<T> | undefined }): void {
    if (before !== undefined) this.#take(before)
    const key = after === undefined ? undefined : this.#keyOf(after)
    if (after === undefined || key === undefined || key === '') return
    const set = this.#sets.get(key)
    if (set === undefined) this.#sets.set(key, new Set([after]))
    else set.add(after)
  }

  #take(before: Entry<T>): void {
    const key = this.#keyOf(before)
    const set = key === undefined ? undefined : this.#sets.get(key)
    if (key === undefined || set === undefined) return
    set.delete(before)
    if (set.size === 0) this.#sets.delete(key)
  }
}
