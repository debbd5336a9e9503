import type { Entry } from './entry.ts'

/** The objects of one namespace, in the order of their names. */
export class Shard<T> {
  readonly #entries = new Map<string, Entry<T>>()
  #names: string[] | undefined
  #changed = 0

  /** The store's count at the last change here; counts are never given twice, so what was made of a shard is known by it. */
  get changed(): number {
    return this.#changed
  }

  get(name: string): Entry<T> | undefined {
    return this.#entries.get(name)
  }

  set(entry: Entry<T>, changed: number): void {
    if (!this.#entries.has(entry.name)) this.#names = undefined
    this.#entries.set(entry.name, entry)
    this.#changed = changed
  }

  delete(name: string, changed: number): void {
    if (this.#entries.delete(name)) this.#names = undefined
    this.#changed = changed
  }

  *ordered(): Iterable<Entry<T>> {
    this.#names ??= [...this.#entries.keys()].sort()
    for (const name of this.#names) {
      const entry = this.#entries.get(name)
      if (entry !== undefined) yield entry
    }
  }
}
