import { Slices } from './time.ts'
import { jsonBytes, type JsonBytes, type View } from './view.ts'
import { objectOf, type Entry } from './watch/entry.ts'

/** How many details are kept; what is asked for twice is asked for soon again. */
const MAX_DETAILS = 1000

/** What was made of one version of an object, and when it is true: an age in it changes by itself. */
interface Made<M> {
  view: object
  made: M
  from: number
  until: number
}

/** Makes views of entries once per version, as JSON. What cannot be viewed is passed over in lists, and counted. */
export class Shown {
  readonly #items = new WeakMap<object, Made<string | undefined>>()
  readonly #details = new Map<object, Made<JsonBytes<unknown>>>()
  readonly #quarantined: (kind: string) => void

  constructor(quarantined: (kind: string) => void) {
    this.#quarantined = quarantined
  }

  /** An entry in a list, and until when it reads so; undefined where it cannot be viewed. */
  item<T, V>(entry: Entry<T>, view: View<T, V>, now: number, plural: string): Made<string | undefined> {
    const held = this.#items.get(entry)
    if (held !== undefined && holds(held, view, now)) return held
    const made = this.#make(entry, view, now, plural)
    this.#items.set(entry, made)
    return made
  }

  /** The items of many entries, in slices that let others be served between. */
  async items<T, V>(
    entries: readonly Entry<T>[],
    view: View<T, V>,
    now: number,
    plural: string,
  ): Promise<{ items: string[]; until: number }> {
    const items: string[] = []
    const slices = new Slices()
    let until = Infinity
    for (const entry of entries) {
      const item = this.item(entry, view, now, plural)
      until = Math.min(until, item.until)
      if (item.made !== undefined) items.push(item.made)
      if (slices.due) await slices.turn()
    }
    return { items, until }
  }

  /** One object in full. A view that throws does so to the caller. */
  detail<T, V>(entry: Entry<T>, view: View<T, V>, now: number): JsonBytes<V> {
    const held = this.#details.get(entry)
    // Made with this very view, so it says what this view says.
    if (held !== undefined && holds(held, view, now)) return held.made as JsonBytes<V>
    const object = objectOf(entry)
    const until = view.holdsUntil?.(object, now) ?? Infinity
    const made = jsonBytes<V>(JSON.stringify(view.show(object, now)))
    const [oldest] = this.#details.keys()
    if (oldest !== undefined && this.#details.size >= MAX_DETAILS) this.#details.delete(oldest)
    this.#details.set(entry, { view, made, from: now, until })
    return made
  }

  #make<T, V>(entry: Entry<T>, view: View<T, V>, now: number, plural: string): Made<string | undefined> {
    try {
      const object = objectOf(entry)
      const until = view.holdsUntil?.(object, now) ?? Infinity
      return { view, made: JSON.stringify(view.show(object, now)), from: now, until }
    } catch {
      this.#quarantined(plural)
      return { view, made: undefined, from: -Infinity, until: Infinity }
    }
  }
}

/** True between the making and the next change of an age; a clock that was set back makes things anew. */
function holds(made: Made<unknown>, view: object, now: number): boolean {
  return made.view === view && now >= made.from && now < made.until
}
