import { compareVersions } from '../../grammar/resource-version.ts'
import type { Entry } from './entry.ts'

/** What a list or the beginning of a watch has told so far, kept aside until it is whole: readers never see half of it. */
export class Collected<T> {
  readonly #entries = new Map<string, Entry<T>>()

  /** Takes a state of an object, or its end; an older one than is held is left. */
  apply(entry: Entry<T>, deleted: boolean): void {
    const key = `${entry.namespace}/${entry.name}`
    const held = this.#entries.get(key)
    if (held !== undefined && compareVersions(entry.version, held.version) < 0) return
    if (deleted) this.#entries.delete(key)
    else this.#entries.set(key, entry)
  }

  entries(): Iterable<Entry<T>> {
    return this.#entries.values()
  }
}
