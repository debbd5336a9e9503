import { Slices, type Turns } from './time.ts'
import type { View } from './view.ts'
import { objectOf, type Entry, type ItemLife } from './watch/entry.ts'

/** The items of a list, and until when they read so, in milliseconds since 1970. */
export interface ShownItems {
  items: string[]
  until: number
}

/**
 * Shows entries as the items of lists: made once per version, and anew where an age in it has changed. What cannot be
 * viewed is passed over, and counted.
 */
export class Shown {
  readonly #turns: Turns
  readonly #quarantined: (kind: string) => void

  constructor(turns: Turns, quarantined: (kind: string) => void) {
    this.#turns = turns
    this.#quarantined = quarantined
  }

  /** An entry in a list, as JSON; undefined where it cannot be viewed. `now` in milliseconds since 1970. */
  item<T, V>(entry: Entry<T>, view: View<T, V>, now: number, plural: string): string | undefined {
    entry.asked = true
    if (entry.life === undefined || !holds(entry.life, view, now)) this.#make(entry, view, now, plural)
    return entry.item
  }

  /** The items of many entries, in slices that let others be served between. */
  async items<T, V>(
    entries: readonly Entry<T>[],
    view: View<T, V>,
    now: number,
    plural: string,
  ): Promise<ShownItems> {
    const items: string[] = []
    const slices = new Slices(this.#turns)
    let until = Infinity
    for (const entry of entries) {
      const item = this.item(entry, view, now, plural)
      if (entry.life !== undefined && entry.life.until < until) until = entry.life.until
      if (item !== undefined) items.push(item)
      if (slices.due) await slices.turn()
    }
    return { items, until }
  }

  #make<T, V>(entry: Entry<T>, view: View<T, V>, now: number, plural: string): void {
    try {
      const object = objectOf(entry)
      const until = view.holdsUntil?.(object, now) ?? Infinity
      entry.item = JSON.stringify(view.show(object, now))
      entry.life = { view, from: now, until }
    } catch {
      this.#quarantined(plural)
      entry.item = undefined
      entry.life = { view, from: -Infinity, until: Infinity }
    }
  }
}

/** True between the making and the next change of an age; a clock that was set back makes things anew. */
function holds(life: ItemLife, view: object, now: number): boolean {
  return life.view === view && now >= life.from && now < life.until
}
