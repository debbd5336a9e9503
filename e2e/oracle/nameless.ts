import type { State } from './stream-history.ts'

/**
 * What a client was told of things whose items bear no name (Events, by api.md §2.5): which one was meant cannot be known,
 * but every state that is shown at the end must have been told, and none oftener than it has been.
 */
export class Nameless {
  readonly #told = new Map<string, number>()
  readonly #shown = new Set<string>()

  /** `snapshot`: part of one, which may tell again what is known. */
  take(item: string, deleted: boolean, snapshot: boolean): void {
    if (snapshot) this.#shown.add(item)
    else {
      const what = withoutNames(item, deleted)
      this.#told.set(what, (this.#told.get(what) ?? 0) + 1)
    }
  }

  /** What was not told of how these objects have ended up; each is the list of one object's states. */
  missing(objects: Iterable<readonly State[]>): string[] {
    const missing: string[] = []
    for (const states of objects) {
      const [first, last] = [states[0], states.at(-1)]
      if (last === undefined || first === last || last.gone) continue
      if (first?.told === true && first.item === last.item) continue
      if (!this.#shown.has(last.item) && !this.#told.has(withoutNames(last.item, false)))
        missing.push(`it was not told: ${last.item}`)
    }
    return missing
  }

  /** What was told oftener than it has been, or never was. */
  surplus(objects: Iterable<readonly State[]>): string[] {
    const been = new Map<string, number>()
    for (const states of objects)
      for (const { item, gone, told: known } of states) {
        const what = withoutNames(item, gone)
        if (!known) been.set(what, (been.get(what) ?? 0) + 1)
      }
    return [...this.#told]
      .filter(([what, times]) => times > (been.get(what) ?? 0))
      .map(([what, times]) => `told ${times} times, and was ${been.get(what) ?? 0} times: ${what}`)
  }

  forget(): void {
    this.#told.clear()
    this.#shown.clear()
  }
}

/** An end is told with the state that was told last, which need not be the last there was: ends are only counted. */
function withoutNames(item: string, deleted: boolean): string {
  return deleted ? 'an end' : item
}
