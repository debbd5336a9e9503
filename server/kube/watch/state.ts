import type { Entry } from './entry.ts'
import { EntryIndex } from './entry-index.ts'
import type { Selector } from './select.ts'
import { Shard } from './shard.ts'

/** One change of what is held: `before` and `after` say what it was; both there: another version of the same name. */
export interface Change<T> {
  before: Entry<T> | undefined
  after: Entry<T> | undefined
}

/** Objects of one kind with their indexes, ordered as the API server orders them: bytewise by `namespace/name`. */
export class State<T> {
  readonly #shards = new Map<string, Shard<T>>()
  readonly #byField = new EntryIndex<T>((entry) => entry.field(0))
  readonly #byController = new EntryIndex<T>((entry) => entry.controller)
  #order: readonly Shard<T>[] | undefined
  #changes: number
  #size = 0

  /** `changes` is where its count begins: a state that takes the place of another goes on counting. */
  constructor(changes: number) {
    this.#changes = changes
  }

  get size(): number {
    return this.#size
  }

  /** Where the last change of a namespace, or of all, stands in their count: what was made of it holds while this stays. */
  changes(namespace?: string): number {
    return namespace === undefined ? this.#changes : (this.#shards.get(namespace)?.changed ?? 0)
  }

  get(namespace: string, name: string): Entry<T> | undefined {
    return this.#shards.get(namespace)?.get(name)
  }

  /** All there is, in order; a copy. */
  ordered(): Entry<T>[] {
    this.#order ??= [...this.#shards.entries()]
      .sort(([a], [b]) => (`${a}/` < `${b}/` ? -1 : 1))
      .map(([, shard]) => shard)
    return this.#order.flatMap((shard) => shard.ordered())
  }

  /** What a selector selects, in order; a copy that later changes leave alone. */
  select(namespace: string | undefined, selector: Selector<T>): Entry<T>[] {
    return this.#candidates(namespace, selector).filter((entry) => selector.selects(entry))
  }

  /** Tells what a selector selects from everything it selected before: while this stays, it selects the same. */
  stand(namespace: string | undefined, selector: Selector<T>): string {
    if (selector.controlledBy !== undefined) return this.#byController.stand(selector.controlledBy)
    if (selector.indexed !== undefined) return this.#byField.stand([selector.indexed])
    return String(this.changes(namespace))
  }

  put(change: Change<T>): void {
    const { before, after } = change
    const namespace = (after ?? before)?.namespace ?? ''
    let shard = this.#shards.get(namespace)
    if (shard === undefined) {
      shard = new Shard<T>()
      this.#shards.set(namespace, shard)
      this.#order = undefined
    }
    this.#changes++
    if (after !== undefined) {
      after.taken = this.#changes
      shard.set(after, this.#changes)
    } else if (before !== undefined) shard.delete(before.name, this.#changes)
    this.#size += Number(after !== undefined) - Number(before !== undefined)
    for (const index of [this.#byField, this.#byController]) index.move(change)
    before?.leave()
  }

  #candidates(namespace: string | undefined, selector: Selector<T>): readonly Entry<T>[] {
    const found =
      selector.controlledBy !== undefined
        ? this.#byController.find(selector.controlledBy)
        : selector.indexed === undefined
          ? undefined
          : this.#byField.find([selector.indexed])
    if (found === undefined)
      return namespace === undefined ? this.ordered() : (this.#shards.get(namespace)?.ordered() ?? [])
    return found.filter((entry) => namespace === undefined || entry.namespace === namespace).sort(inOrder)
  }
}

function inOrder<T>(a: Entry<T>, b: Entry<T>): number {
  return `${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1
}
