import type { CachedObject } from './cached-object.ts'

/** A key with this many objects gets a Set; fewer are searched as fast in an array, a fifth as large. */
const MANY = 32

/** Index of cached objects by a key. */
export class ObjectIndex<T> {
  readonly #keyOf: (entry: CachedObject<T>) => string | undefined
  /** Most keys of most kinds have one object, or a few. */
  readonly #found = new Map<string, CachedObject<T> | CachedObject<T>[] | Set<CachedObject<T>>>()

  constructor(keyOf: (entry: CachedObject<T>) => string | undefined) {
    this.#keyOf = keyOf
  }

  find(keys: readonly string[]): CachedObject<T>[] {
    return keys.flatMap((key) => this.#entries(key))
  }

  /**
   * Returns a fingerprint of the objects under these keys. Objects get ascending sequence numbers that are
   * never reused, so their count and the highest number identify the set.
   */
  fingerprint(keys: readonly string[]): string {
    let text = ''
    for (const key of keys) {
      const found = this.#entries(key)
      let last = 0
      for (const { sequence } of found) if (sequence > last) last = sequence
      text += `${found.length}:${last} `
    }
    return text
  }

  move({ before, after }: { before: CachedObject<T> | undefined; after: CachedObject<T> | undefined }): void {
    if (before !== undefined) this.#remove(before)
    const key = after === undefined ? undefined : this.#keyOf(after)
    if (after === undefined || key === undefined || key === '') return
    const found = this.#found.get(key)
    if (found === undefined) this.#found.set(key, after)
    else if (found instanceof Set) found.add(after)
    else if (!Array.isArray(found)) this.#found.set(key, [found, after])
    else if (found.length < MANY) found.push(after)
    else this.#found.set(key, new Set(found).add(after))
  }

  #entries(key: string): readonly CachedObject<T>[] {
    const found = this.#found.get(key)
    if (found === undefined) return []
    if (Array.isArray(found)) return found
    return found instanceof Set ? [...found] : [found]
  }

  #remove(before: CachedObject<T>): void {
    const key = this.#keyOf(before)
    const found = key === undefined ? undefined : this.#found.get(key)
    if (key === undefined || found === undefined) return
    if (found instanceof Set) found.delete(before)
    else if (Array.isArray(found)) {
      const position = found.indexOf(before)
      if (position >= 0) found.splice(position, 1)
    }
    const left =
      found instanceof Set ? found.size : Array.isArray(found) ? found.length : Number(found !== before)
    if (left === 0) this.#found.delete(key)
  }
}
