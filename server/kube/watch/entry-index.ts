import type { Entry } from './entry.ts'

/** From this many on a key's entries are kept in a set; fewer are looked through as fast, in a fifth of the room. */
const MANY = 32

/** Finds the entries that have the same key, without looking at the others. */
export class EntryIndex<T> {
  readonly #keyOf: (entry: Entry<T>) => string | undefined
  /** Most keys of most kinds have one entry, or a few. */
  readonly #found = new Map<string, Entry<T> | Entry<T>[] | Set<Entry<T>>>()

  constructor(keyOf: (entry: Entry<T>) => string | undefined) {
    this.#keyOf = keyOf
  }

  find(keys: readonly string[]): Entry<T>[] {
    return keys.flatMap((key) => this.#entries(key))
  }

  /**
   * Tells what these keys find from all that they found before: entries are taken in one after the other and never again,
   * so their number and the last of them say which they are.
   */
  stand(keys: readonly string[]): string {
    let stand = ''
    for (const key of keys) {
      const found = this.#entries(key)
      let last = 0
      for (const { taken } of found) if (taken > last) last = taken
      stand += `${found.length}:${last} `
    }
    return stand
  }

  move({ before, after }: { before: Entry<T> | undefined; after: Entry<T> | undefined }): void {
    if (before !== undefined) this.#take(before)
    const key = after === undefined ? undefined : this.#keyOf(after)
    if (after === undefined || key === undefined || key === '') return
    const found = this.#found.get(key)
    if (found === undefined) this.#found.set(key, after)
    else if (found instanceof Set) found.add(after)
    else if (!Array.isArray(found)) this.#found.set(key, [found, after])
    else if (found.length < MANY) found.push(after)
    else this.#found.set(key, new Set(found).add(after))
  }

  #entries(key: string): readonly Entry<T>[] {
    const found = this.#found.get(key)
    if (found === undefined) return []
    if (Array.isArray(found)) return found
    return found instanceof Set ? [...found] : [found]
  }

  #take(before: Entry<T>): void {
    const key = this.#keyOf(before)
    const found = key === undefined ? undefined : this.#found.get(key)
    if (key === undefined || found === undefined) return
    if (found instanceof Set) found.delete(before)
    else if (Array.isArray(found)) {
      const at = found.indexOf(before)
      if (at >= 0) found.splice(at, 1)
    }
    const left =
      found instanceof Set ? found.size : Array.isArray(found) ? found.length : Number(found !== before)
    if (left === 0) this.#found.delete(key)
  }
}
