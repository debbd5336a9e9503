import type { Clock } from '../../core/clock.ts'
import type { CachedObject } from '../cache/cached-object.ts'

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

type Values = WeakMap<CachedObject<unknown>, unknown>

/**
 * Values of the memoized views of one context. A value lives as long as its version of the object is cached, and those of a view
 * are dropped when no list used them for 15 minutes.
 */
export class ViewMemo {
  readonly #time: Clock
  readonly #views = new Map<MemoizedView<never, unknown>, { readonly values: Values; usedAt: number }>()

  constructor(time: Clock) {
    this.#time = time
  }

  /** Returns the values of a view by cached object, to be read and filled by the caller. */
  valuesOf<T, V>(view: MemoizedView<T, V>): Pick<WeakMap<CachedObject<T>, V>, 'get' | 'set'> {
    const now = this.#time.now()
    let memo = this.#views.get(view)
    if (memo === undefined) {
      this.#views.set(view, (memo = { values: new WeakMap(), usedAt: now }))
      this.#dropWhenIdle(view, IDLE_MS)
    }
    memo.usedAt = now
    // The values of a view are those of its own type.
    return memo.values as WeakMap<CachedObject<T>, V>
  }

  #dropWhenIdle(view: MemoizedView<never, unknown>, delay: number): void {
    this.#time.after(delay, () => {
      const idle = this.#time.now() - (this.#views.get(view)?.usedAt ?? 0)
      if (idle >= IDLE_MS) this.#views.delete(view)
      else this.#dropWhenIdle(view, IDLE_MS - idle)
    })
  }
}
