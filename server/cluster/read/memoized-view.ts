import type { Clock } from '../../core/clock.ts'
import type { CachedObject } from '../cache/cached-object.ts'
import type { Store } from '../cache/store.ts'

/** Time after which the values of a view that no list used are dropped. */
const IDLE_MS = 15 * 60_000

/** Function of a kind's objects whose results a list returns; an object of which it is undefined is left out. */
export type View<T, V> = ((object: T) => V | undefined) | MemoizedView<T, V>

/**
 * View that is computed once for each version of a cached object. Requests share its values, which nothing may modify.
 * Values are stored by the view's identity, so a view is declared once, at module level.
 */
export class MemoizedView<T, V> {
  readonly project: (object: T) => V

  constructor(project: (object: T) => V) {
    this.project = project
  }
}

/** Returns the function of a view. */
export function projectionOf<T, V>(view: View<T, V>): (object: T) => V | undefined {
  return view instanceof MemoizedView ? view.project : view
}

/** Values of a view for all objects of a store, as of one of its changes. */
export interface ViewedStore<V> {
  /** Change count of the store. */
  readonly changes: number
  /** Sequence numbers of the objects, in their order. */
  readonly sequences: readonly number[]
  readonly values: readonly V[]
}

/** Values of a view, to be read and filled by lists. */
export interface ViewValues<T, V> {
  readonly byObject: WeakMap<CachedObject<T>, V>
  /** Whole lists, which take a fraction of the time of a look-up for each object. */
  readonly byStore: WeakMap<Store<T>, ViewedStore<V>>
}

/**
 * Values of the memoized views of one context. A value lives as long as its version of the object is cached, and those of a view
 * are dropped when no list used them for 15 minutes.
 */
export class ViewMemo {
  readonly #time: Clock
  readonly #views = new Map<object, { readonly values: ViewValues<unknown, unknown>; usedAt: number }>()

  constructor(time: Clock) {
    this.#time = time
  }

  /** Returns the values of a view. */
  valuesOf<T, V>(view: MemoizedView<T, V>): ViewValues<T, V> {
    const now = this.#time.now()
    let memo = this.#views.get(view)
    if (memo === undefined) {
      const values = { byObject: new WeakMap(), byStore: new WeakMap() }
      this.#views.set(view, (memo = { values, usedAt: now }))
      this.#dropWhenIdle(view, IDLE_MS)
    }
    memo.usedAt = now
    // The values of a view are those of its own type.
    return memo.values as ViewValues<T, V>
  }

  #dropWhenIdle(view: object, delay: number): void {
    this.#time.after(delay, () => {
      const idle = this.#time.now() - (this.#views.get(view)?.usedAt ?? 0)
      if (idle >= IDLE_MS) this.#views.delete(view)
      else this.#dropWhenIdle(view, IDLE_MS - idle)
    })
  }
}

/** Reads the values of a store from one of its earlier lists, in the order of its objects. */
export class ViewCursor<V> {
  readonly #list: ViewedStore<V>
  #at = 0

  constructor(list: ViewedStore<V>) {
    this.#list = list
  }

  /** Returns the value of the next object; undefined if that is newer than the list. */
  valueOf(sequence: number): V | undefined {
    const { changes, sequences, values } = this.#list
    if (sequence > changes) return undefined
    while (this.#at < sequences.length && sequences[this.#at] !== sequence) this.#at++
    return values[this.#at++]
  }
}
