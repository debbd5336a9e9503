import type { State } from './stream-history.ts'

/**
 * Checks the events a client received of objects whose items have no name (Events). Such an event cannot be
 * attributed to one object, but every final state must have been sent, and no state more often than it
 * occurred.
 */
export class Nameless {
  readonly #told = new Map<string, number>()
  readonly #shown = new Set<string>()

  /** `snapshot`: the item is part of a snapshot, which may repeat known states. */
  take(item: string, deleted: boolean, snapshot: boolean): void {
    if (snapshot) this.#shown.add(item)
    else {
      const what = withoutNames(item, deleted)
      this.#told.set(what, (this.#told.get(what) ?? 0) + 1)
    }
  }

  /**
   * Returns the final states that were not sent. Each element of `objects` is the list of one object's
   * states.
   */
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

  /** Returns the states that were sent more often than they occurred. */
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

/**
 * A DELETED event contains the last state that was sent, which may differ from the object's last state, so
 * deletions are only counted.
 */
function withoutNames(item: string, deleted: boolean): string {
  return deleted ? 'an end' : item
}
