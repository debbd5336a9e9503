import type { Clock } from '../../core/clock.ts'
import type { Kind } from '../kind.ts'

/** Lists that are kept at a time in one context: each is of one kind in one namespace, or in all. */
const MAX_LISTS = 64

interface KeptList {
  readonly items: readonly unknown[]
  /** Time of the read, on the clock of the watches. */
  readonly at: number
}

/** Lists of kinds that cannot be watched, each kept for as long as its kind says, and dropped then. */
export class TimedLists {
  readonly #time: Clock
  readonly #lists = new Map<string, KeptList>()

  constructor(time: Clock) {
    this.#time = time
  }

  /** Returns a kept list with its age in milliseconds; undefined if there is none. */
  find<T>(kind: Kind<T>, namespace: string | undefined): { items: readonly T[]; ageMs: number } | undefined {
    const kept = this.#lists.get(keyOf(kind, namespace))
    // The key includes the kind, so that the list is of its objects.
    return kept && { items: kept.items as readonly T[], ageMs: this.#time.now() - kept.at }
  }

  /** Keeps a list for the time of its kind; with too many lists it takes the place of the oldest. */
  keep<T>(kind: Kind<T>, namespace: string | undefined, items: readonly T[]): void {
    const key = keyOf(kind, namespace)
    const kept = { items, at: this.#time.now() }
    this.#lists.delete(key)
    const [oldest] = this.#lists.keys()
    if (this.#lists.size >= MAX_LISTS && oldest !== undefined) this.#lists.delete(oldest)
    this.#lists.set(key, kept)
    this.#time.after(kind.keptMs ?? 0, () => {
      if (this.#lists.get(key) === kept) this.#lists.delete(key)
    })
  }

  /** Drops every list: another identity may see others. */
  forget(): void {
    this.#lists.clear()
  }
}

function keyOf({ plural, apiGroup }: Kind<unknown>, namespace: string | undefined): string {
  return `${plural}.${apiGroup} ${namespace ?? ''}`
}
